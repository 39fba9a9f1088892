import { createContext, type ReactNode, useContext } from 'react';
import { type AppConfig, readConfig } from '../config.ts';

const ConfigContext = createContext<AppConfig>(readConfig({}));

/** Provides the contents of `/config.json`. */
export function ConfigProvider({ config, children }: { config: AppConfig; children: ReactNode }) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}

export function useConfig(): AppConfig {
  return useContext(ConfigContext);
}
