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

/**
 * Lists the instructions of a Dockerfile. A comment or an empty line does not end a continued one, as in Docker. Takes
 * time in proportion to the text, which may be a stranger's.
 */
export function dockerInstructions(dockerfile: string): DockerInstruction[] {
  const found: DockerInstruction[] = [];
  /** The lines of an instruction that goes on, and the one that it begins on. */
  let joined: string[] = [];
  let begun = 0;
  /** The words that end the here-documents begun so far, the first one last. */
  let open: string[] = [];
  const end = (): void => {
    const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(joined.filter(Boolean).join(' ')) ?? [];
    joined = [];
    found.push({ line: begun, name: name.toUpperCase(), rest });
    open = [...rest.matchAll(HERE_DOCUMENT)].map(([, , word]) => word as string).reverse();
  };
  for (const [index, whole] of dockerfile.split('\n').entries()) {
    const text = whole.trim();
    if (open.length > 0) {
      if (text === open.at(-1)) open.pop();
      continue;
    }
    if (text === '' || text.startsWith('#')) continue;
    if (joined.length === 0) begun = index + 1;
    joined.push(text.replace(/\\$/, '').trim());
    if (!text.endsWith('\\')) end();
  }
  if (joined.length > 0) end();
  return found;
}
