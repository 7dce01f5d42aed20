/** An instruction of a Dockerfile, with its continued lines joined. */
interface DockerInstruction {
  /** The line that it begins on, counted from 1. */
  line: number;
  /** Its name in capitals, such as `ENV`. */
  name: string;
  /** What follows the name, without the text of its here-documents. */
  rest: string;
}

const HERE_DOCUMENT = /<<-?(["']?)(\w+)\1/g;

/** Lists the instructions of a Dockerfile. A comment or an empty line does not end a continued one, as in Docker. */
export function dockerInstructions(dockerfile: string): DockerInstruction[] {
  const found: DockerInstruction[] = [];
  let isContinued = false;
  /** The words that end the here-documents begun so far. */
  let open: string[] = [];
  for (const [index, whole] of dockerfile.split('\n').entries()) {
    const text = whole.trim();
    if (open.length > 0) {
      if (text === open[0]) open = open.slice(1);
      continue;
    }
    if (text === '' || text.startsWith('#')) continue;
    const words = text.replace(/\\$/, '').trim();
    const last = found.at(-1);
    if (isContinued && last) last.rest = `${last.rest} ${words}`.trim();
    else {
      const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
      found.push({ line: index + 1, name: name.toUpperCase(), rest });
    }
    isContinued = text.endsWith('\\');
    if (!isContinued)
      open = [...(found.at(-1)?.rest ?? '').matchAll(HERE_DOCUMENT)].map(([, , end]) => end as string);
  }
  return found;
}
