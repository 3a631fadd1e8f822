import type { LaunchOptions } from '@playwright/test';

/**
 * How our own tests launch Chromium. Root has no sandbox, and a machine without internet wants no background traffic:
 * neither is anything that users get.
 */
export function chromiumLaunchOptions(): LaunchOptions {
  const named = process.env.CHROMIUM_PATH;
  return {
    ...(named === undefined ? {} : { executablePath: named }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      '--disable-gpu',
    ],
  };
}
