import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { tooLarge } from '../bounded.ts';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/**
 * The one file of an archive that somebody else made, in memory: nothing of it touches the disk, so no path can
 * climb. Throws a PitwallError where it is no archive, holds anything but `name`, or unpacks to more than `maxBytes`.
 */
export async function onlyFileOf(archive: Buffer, name: string, maxBytes: number): Promise<Buffer> {
  const refused = (seen: string): PitwallError =>
    new PitwallError({
      what: 'The artifact is not what the workflow makes',
      where: 'the archive',
      expected: `one file, ${name}`,
      seen,
      next: 'Nothing of it was used; look at the run that made it',
      exitCode: exitCodes.failed,
    });
  let zip: ZipFile;
  try {
    zip = await open(archive, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true });
  } catch (error) {
    throw refused(`no archive: ${messageOf(error)}`);
  }
  try {
    const entry = await onlyEntry(zip, refused);
    if (entry.fileName !== name) throw refused(JSON.stringify(entry.fileName.slice(0, 200)));
    if (entry.uncompressedSize > maxBytes) throw tooLarge(name, maxBytes, `${entry.uncompressedSize} bytes`);
    return await contentOf(zip, entry, maxBytes, refused);
  } finally {
    zip.close();
  }
}

function onlyEntry(zip: ZipFile, refused: (seen: string) => PitwallError): Promise<Entry> {
  if (zip.entryCount !== 1) return Promise.reject(refused(`${zip.entryCount} files`));
  return new Promise((resolve, reject) => {
    zip.once('entry', resolve);
    zip.once('end', () => reject(refused('no file')));
    zip.once('error', (error) => reject(refused(messageOf(error))));
    zip.readEntry();
  });
}

/** The size that an archive states is a claim: what comes out is counted. */
function contentOf(
  zip: ZipFile,
  entry: Entry,
  maxBytes: number,
  refused: (seen: string) => PitwallError,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(refused(messageOf(error)));
      const parts: Buffer[] = [];
      let size = 0;
      stream.on('data', (part: Buffer) => {
        size += part.length;
        if (size > maxBytes)
          stream.destroy(tooLarge(entry.fileName, maxBytes, `more than ${maxBytes} bytes`));
        else parts.push(part);
      });
      stream.on('end', () => resolve(Buffer.concat(parts)));
      stream.on('error', (cause) =>
        reject(cause instanceof PitwallError ? cause : refused(messageOf(cause))),
      );
    });
  });
}
