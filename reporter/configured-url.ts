import type { FullConfig } from '@playwright/test/reporter';

/** Where a run that no test tells about would have gone, without credentials; null if nothing says so. */
export function findConfiguredUrl(config: FullConfig): string | null {
  for (const { use } of config.projects) {
    const { testModeOptions, baseURL } = use as {
      testModeOptions?: { backendUrl?: string };
      baseURL?: string;
    };
    const url = testModeOptions?.backendUrl ?? process.env.APP_TEST_URL ?? baseURL;
    if (url !== undefined && URL.canParse(url)) return removeCredentials(url);
  }
  return null;
}

function removeCredentials(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/$/, '');
}
