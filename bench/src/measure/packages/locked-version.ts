import { gemVersion } from './gems.ts';
import { referencedVersion } from './nuget.ts';
import { pomBlocks, pomField, pomProperties, withoutPomComments } from './pom.ts';

/** Returns the version of `name` in the text of a lock file, without a leading `v`. */
export function versionInLockFile(lockFile: string, text: string, name: string): string | null {
  switch (lockFile) {
    case 'go.mod': {
      const line = text.split('\n').find((candidate) =>
        candidate
          .trim()
          .replace(/^require /, '')
          .startsWith(`${name} `),
      );
      return line?.match(/\sv(\S+)/)?.[1] ?? null;
    }
    case 'Cargo.lock': {
      const entry = text.split('[[package]]').find((block) => block.includes(`\nname = "${name}"\n`));
      return entry?.match(/\nversion = "([^"]+)"/)?.[1] ?? null;
    }
    case 'package-lock.json': {
      const lock = JSON.parse(text) as { packages?: Record<string, { version?: string }> };
      return lock.packages?.[`node_modules/${name}`]?.version ?? null;
    }
    case 'packages.lock.json': {
      const lock = JSON.parse(text) as {
        dependencies?: Record<string, Record<string, { resolved?: string }>>;
      };
      const frameworks = Object.values(lock.dependencies ?? {});
      return frameworks.map((packages) => packages[name]?.resolved).find(Boolean) ?? null;
    }
    case 'pom.xml':
      return pomVersion(text, name);
    case 'requirements.txt':
      return requirementVersion(text, name);
    case 'Gemfile.lock':
      // Four spaces: a gem and its version. Six: what a gem asks for.
      return (
        [...text.matchAll(/^ {4}([\w.-]+) \((\d[\w.]*)(?:-[\w.-]+)?\)$/gm)].find(
          ([, one]) => one === name,
        )?.[2] ?? null
      );
    case 'Gemfile':
      return gemVersion(text, name);
    default:
      return lockFile.endsWith('.csproj') ? referencedVersion(text, name) : null;
  }
}

/**
 * Returns the version that a requirements.txt pins a package to. Extras are left aside. Anything but `==` and one version
 * pins nothing and gives `null`.
 */
function requirementVersion(text: string, name: string): string | null {
  for (const line of text.split('\n')) {
    const [, found = '', version] =
      /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*==\s*(\d[\w.!+-]*)(?=[\s;\\]|$)/.exec(line) ?? [];
    if (version && normalName(found) === normalName(name)) return version;
  }
  return null;
}

/**
 * Returns the version that a pom.xml gives `groupId:artifactId`, as a parent, bill of materials, dependency
 * or plugin: a literal, or a property of the same file. Ranges and `LATEST` pin nothing and give `null`.
 */
function pomVersion(text: string, name: string): string | null {
  const [group, artifact] = name.split(':');
  const uncommented = withoutPomComments(text);
  const properties = pomProperties(uncommented);
  const resolve = (written: string | null): string | null => {
    const property = /^\$\{([\w.-]+)\}$/.exec(written ?? '')?.[1];
    return property === undefined ? written : (properties.get(property) ?? null);
  };
  for (const block of pomBlocks(uncommented)) {
    if (pomField(block, 'artifactId') !== artifact || resolve(pomField(block, 'groupId')) !== group) continue;
    const version = resolve(pomField(block, 'version'));
    if (version !== null && /^\d[\w.-]*$/.test(version)) return version;
  }
  return null;
}

/** The name of a Python package however it is written, `Flask_Login` or `flask-login`, as pip compares it (PEP 503). */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
