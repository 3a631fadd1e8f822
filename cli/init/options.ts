import { AppTestError, quoteValue } from '../../protocol/index.js';

/** The package managers that init knows the commands of. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** One of them. */
export type PackageManagerName = (typeof packageManagers)[number];

/** What somebody may say to `app-test init`, as commander hands it over. */
export interface InitFlags {
  entry?: string;
  port?: number;
  packageManager?: PackageManagerName;
  language?: 'ts' | 'js';
  dir?: string;
  inCode?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  /** False with `--no-install`. */
  install?: boolean;
}

/** {@link InitFlags} with every default filled in. What is `undefined` is to be found or asked. */
export interface InitOptions {
  entry: string | undefined;
  port: number | undefined;
  packageManager: PackageManagerName | undefined;
  language: 'ts' | 'js' | undefined;
  dir: string | undefined;
  inCode: boolean;
  isDryRun: boolean;
  installs: boolean;
  /** Whether there is somebody to ask. */
  asks: boolean;
}

/** Fills in what was not said. */
export function resolveInitOptions(flags: InitFlags, hasTerminal: boolean): InitOptions {
  return Object.freeze({
    entry: flags.entry,
    port: flags.port,
    packageManager: flags.packageManager,
    language: flags.language,
    dir: flags.dir,
    inCode: flags.inCode ?? false,
    isDryRun: flags.dryRun ?? false,
    installs: flags.install ?? true,
    asks: hasTerminal && flags.yes !== true,
  });
}

/** Says whether a text is a port that a server can be told to listen on. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** A folder inside the project as it is written in ignore files; `undefined` for what is none. */
export function normalizeFolder(text: string): string | undefined {
  const folder = text.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
  const isPlain = /^[\w.-]+(?:\/[\w.-]+)*$/.test(folder);
  const climbs = folder.split('/').some((part) => /^\.+$/.test(part));
  return isPlain && !climbs ? folder : undefined;
}

/** An option whose value does not fit the project. */
export function createInvalid(option: string, value: unknown, accepted: string): AppTestError {
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `${option} is ${quoteValue(value)}; it takes ${accepted}.`,
    details: { option, value },
  });
}
