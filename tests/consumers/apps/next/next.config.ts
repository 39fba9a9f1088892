import type { NextConfig } from 'next';

const config: NextConfig = {
  rewrites: async () => [{ source: '/api/:path*', destination: `${process.env.API_ORIGIN}/api/:path*` }],
};
export default config;
