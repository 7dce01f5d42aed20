import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { tooLarge } from '../bounded.ts';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/**
 * Unpacks the only file of an untrusted archive in memory. Nothing is written to the disk, so no path can
 * escape a folder. Throws a PitwallError if it is not an archive, contains anything but `name`, or unpacks to
 * more than `maxBytes`.
 */
export async function onlyFileOf(archive: Buffer, name: string, maxBytes: number): Promise<Buffer> {
  const refused = (seen: string): PitwallError =>
    new PitwallError({
      what: 'The artifact is invalid',
      where: 'the archive',
      expected: `one file, ${name}`,
      seen,
      next: 'The artifact was not used; check the run that made it',
      exitCode: exitCodes.failed,
    });
  let zip: ZipFile;
  try {
    zip = await open(archive, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true });
  } catch (error) {
    throw refused(`not an archive: ${messageOf(error)}`);
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

/** Reads the content and counts its bytes, because the size stated in the archive may be wrong. */
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
