import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../model/index.ts';
import { lockedPackage, lockFileOf, lockOf } from './lock-file.ts';
import { pomBlocks, pomField, withoutPomComments } from './pom.ts';

/** Packages that fit together in one version only: parts of a bill of materials, packages of one scope. */

/** Gives packages of a pom.xml their version if they have none themselves. */
interface Bill {
  /** `io.vertx:vertx-stack-depchain` */
  name: string;
  /** Whether its parts have its own version: those of its group do. */
  isOwn: boolean;
}

/**
 * Returns the parent or bill of materials by which a package moves; `null` if it has a version of its own, or if what
 * gives it one belongs to another project.
 *
 * @param name `groupId:artifactId`, which need not be in the pom.xml: a part may come with another part
 */
export function billOf(pom: string, name: string): Bill | null {
  const [group = '', artifact] = name.split(':');
  if (artifact === undefined) return null;
  const blocks = blocksOf(pom);
  const own = blocks.find((block) => block.group === group && block.artifact === artifact);
  if (own !== undefined && (own.version !== '' || own.isBill)) return null;
  const bills = blocks.filter(({ isBill }) => isBill);
  // `io.quarkus.platform` is the bill of `io.quarkus`, whose parts may have other versions.
  const bill =
    bills.find((one) => one.group === group) ?? bills.find((one) => one.group.startsWith(`${group}.`));
  return bill === undefined ? null : { name: `${bill.group}:${bill.artifact}`, isOwn: bill.group === group };
}

/**
 * Returns the packages that a target asks for itself, of the same scope or group as another one and in the same version:
 * their authors release them together, and they are tested in no other way.
 */
export function movingWith(target: Target, name: string): string[] {
  const version = lockedPackage(target, name);
  const scope = scopeOf(name);
  if (version === null || scope === null) return [];
  return askedFor(target, name).filter(
    (one) => one !== name && scopeOf(one) === scope && lockedPackage(target, one) === version,
  );
}

/** `@nestjs` of `@nestjs/core`, `org.apache.pekko` of `org.apache.pekko:pekko-http_3`; `null` for a name without one. */
function scopeOf(name: string): string | null {
  return /^(@[^/]+)\//.exec(name)?.[1] ?? /^([^:]+):/.exec(name)?.[1] ?? null;
}

/** Without those that have their version from the same property of a pom.xml: they move anyway. */
function askedFor(target: Target, name: string): string[] {
  switch (lockFileOf(target)) {
    case 'package-lock.json': {
      const file = join(target.folder, 'package.json');
      if (!existsSync(file)) return [];
      const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: object };
      return Object.keys(dependencies).sort();
    }
    case 'pom.xml': {
      const blocks = blocksOf(lockOf(target)).filter(({ version }) => version !== '');
      const nameOf = ({ group, artifact }: Block): string => `${group}:${artifact}`;
      const own = blocks.find((block) => nameOf(block) === name)?.version ?? '';
      const others = blocks.filter(({ version }) => !(own.startsWith('${') && version === own));
      return [...new Set(others.map(nameOf))].sort();
    }
    default:
      return [];
  }
}

interface Block {
  group: string;
  artifact: string;
  version: string;
  isBill: boolean;
}

function blocksOf(pom: string): Block[] {
  return pomBlocks(withoutPomComments(pom)).map((block) => {
    const field = (name: string): string => pomField(block, name) ?? '';
    return {
      ...{ group: field('groupId'), artifact: field('artifactId'), version: field('version') },
      isBill: block.tag === 'parent' || field('scope') === 'import',
    };
  });
}
