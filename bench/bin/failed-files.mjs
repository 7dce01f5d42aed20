/** A reporter for node --test: prints the path of the file for each failed test in it, one per line. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file) yield `${data.file}\n`;
  }
}
