// The application of the property test: every way in which a server uses Datastore, in the session of its request. Started with
// app-test/register; not one line of it knows of sessions.
import { Datastore } from '@google-cloud/datastore';
import express from 'express';

const datastore = new Datastore();

function createKey({ namespace, id }) {
  return datastore.key(namespace === '' ? ['T', id] : { namespace, path: ['T', id] });
}

function createQuery({ namespace }) {
  return namespace === '' ? datastore.createQuery('T') : datastore.createQuery(namespace, 'T');
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tagOf = (entity) => (entity === undefined ? [] : [entity.tag]);

async function read(op) {
  const [entity] = await datastore.get(createKey(op));
  return tagOf(entity);
}

async function write(op) {
  await datastore.save({ key: createKey(op), data: { tag: op.tag } });
}

/** What each operation does; it returns the tags of the entities that it saw. */
const operations = {
  read,
  async write(op) {
    await write(op);
    return read(op);
  },
  async query(op) {
    const [entities] = await datastore.runQuery(createQuery(op));
    return entities.map(({ tag }) => tag);
  },
  /** Created now, read later. */
  async stream(op) {
    const stream = datastore.runQueryStream(createQuery(op));
    await sleep(op.delay);
    const tags = [];
    for await (const { tag } of stream) tags.push(tag);
    return tags;
  },
  async transaction(op) {
    const transaction = datastore.transaction();
    await transaction.run();
    try {
      const [entity] = await transaction.get(createKey(op));
      await sleep(op.delay);
      transaction.save({ key: createKey(op), data: { tag: op.tag } });
      await transaction.commit();
      return tagOf(entity);
    } catch (error) {
      // Another request of the same session was first.
      await transaction.rollback().catch(() => {});
      if (error.code !== 10) throw error;
      return [];
    }
  },
  callback(op) {
    return new Promise((resolve, reject) => {
      datastore.save({ key: createKey(op), data: { tag: op.tag } }, (failed) => {
        if (failed) return reject(failed);
        datastore.get(createKey(op), (error, entity) =>
          error ? reject(error) : resolve([entity?.tag ?? 'nothing']),
        );
      });
    });
  },
  timer(op) {
    return new Promise((resolve, reject) => {
      setTimeout(() => void operations.write(op).then(resolve, reject), op.delay);
    });
  },
  /** Goes on after the answer, and after the connection has been used by somebody else. */
  async late(op) {
    setTimeout(() => void write(op), op.delay);
    return [];
  },
};

const app = express();
app.use(express.json());
// oxlint-disable-next-line typescript/no-misused-promises -- Express 5 takes the rejection
app.post('/', async (request, response) => {
  const op = request.body;
  response.json({ tags: await operations[op.kind](op) });
});
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
