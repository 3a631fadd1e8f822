import { encodeNamespace, keepNamespaces, rememberNamespace } from '../redirect/index.js';
import { type DataPlace, placeOf } from './data-place.js';
import { getDataState } from './data-state.js';
import { copyEntities, deleteEntities } from './entities.js';
import { addUp } from './add-up.js';
import { type AppNamespace, listNamespaces, listNamespacesOfBoth } from './namespaces.js';

const namespacesAtOnce = 4;

/** Empties all namespaces of a session. @returns How many entities were in them. */
export async function clearData(session: string): Promise<number> {
  const namespaces = await listNamespaces(placeOf(session));
  return addUp(namespaces, namespacesAtOnce, ({ encoded }) => clearNamespace(encoded));
}

/** Makes the data of a session what those of another place are. @returns How many entities that are. */
export async function replaceData(from: DataPlace, to: DataPlace): Promise<number> {
  const [sources, targets] = await listNamespacesOfBoth(from, to);
  const copied = new Set(sources.map(nameInApp));
  const stale = targets.filter((target) => !copied.has(nameInApp(target)));
  await addUp(stale, namespacesAtOnce, ({ encoded }) => clearNamespace(encoded));
  const filled = new Set(targets.map(nameInApp));
  return addUp(sources, namespacesAtOnce, async (source) => {
    const { appDatabase, appNamespace } = source;
    const target = encodeNamespace({ ...to, appDatabase, appNamespace });
    const { forks } = getDataState();
    if (forks !== undefined) return forks.fork(source.encoded, target);
    rememberNamespace(to.session, target);
    await keepNamespaces(to.session, [target]);
    if (filled.has(nameInApp(source))) await deleteEntities(target);
    return copyEntities(source.encoded, target);
  });
}

function clearNamespace(encoded: string): Promise<number> {
  const { forks } = getDataState();
  return forks === undefined ? deleteEntities(encoded) : forks.drop(encoded);
}

/** An app's database holds no dot. */
function nameInApp({ appDatabase, appNamespace }: AppNamespace): string {
  return `${appDatabase}.${appNamespace}`;
}
