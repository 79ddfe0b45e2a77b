import { readdir, readFile, readlink } from 'node:fs/promises';

/** `proc(5)`: the state of a listening socket. */
const LISTENS = '0A';
const KNOWN: Readonly<Record<string, string>> = {
  '0100007F': '127.0.0.1',
  '00000000': '0.0.0.0',
  '00000000000000000000000001000000': '::1',
  '00000000000000000000000000000000': '::',
};

/** The addresses with ports that a process listens on, read from Linux: `127.0.0.1:3000`. */
export async function listeningAddresses(pid: number): Promise<string[]> {
  const inodes = new Set((await openFiles(pid)).map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== LISTENS || !inodes.has(inode)) return [];
      const [address = '', port = ''] = local.split(':');
      return [`${KNOWN[address] ?? address}:${Number.parseInt(port, 16)}`];
    }),
  );
}

/** The child processes of a process and their descendants. */
export async function descendants(pid: number): Promise<number[]> {
  // A process or a thread may end while it is looked at.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

async function openFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  return Promise.all((await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')));
}
