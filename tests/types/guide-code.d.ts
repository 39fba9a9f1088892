declare module 'virtual:*';
