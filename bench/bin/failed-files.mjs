/** A reporter of node --test: the path of a file for each test in it that failed, a line each. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file) yield `${data.file}\n`;
  }
}
