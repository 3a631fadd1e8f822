/** Where the container is mounted (spec 1). */
export const containerPath = '/_test';

/** Where the configuration module is mounted (spec 4). */
export const configPath = '/_test/config';

/** The three bootstrap endpoints (spec 4). */
export const bootstrapNames = ['status', 'enter', 'finish'] as const;

/** The name of a bootstrap endpoint. */
export type BootstrapName = (typeof bootstrapNames)[number];

/** The only method each bootstrap endpoint answers to (spec 4.1 to 4.3). */
export const bootstrapMethods: Readonly<Record<BootstrapName, 'GET' | 'POST'>> = {
  status: 'POST',
  enter: 'GET',
  finish: 'POST',
};

/** The path of a bootstrap endpoint: `/_test/config/status`. */
export function bootstrapPath(name: BootstrapName): string {
  return `${configPath}/${name}`;
}
