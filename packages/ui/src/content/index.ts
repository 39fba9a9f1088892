export { NewsCard, type NewsCardProps } from './NewsCard.tsx';
export { NewsGrid, type NewsGridProps } from './NewsGrid.tsx';
