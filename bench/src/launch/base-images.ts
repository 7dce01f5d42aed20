import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dockerInstructions } from '../hosts/dockerfile.ts';
import type { Target } from '../model/index.ts';

/**
 * Returns the images that a Dockerfile starts from or copies from, in order, each once, without its own
 * stages.
 */
export function baseImages(dockerfile: string): string[] {
  const stages = new Set(['scratch']);
  const settings = new Map<string, string>();
  const images = new Set<string>();
  const add = (name: string): void => {
    const image = name.replaceAll(/\$\{?(\w+)\}?/g, (_, variable: string) => settings.get(variable) ?? '');
    if (image !== '' && !stages.has(image)) images.add(image);
  };
  for (const { name, rest } of dockerInstructions(dockerfile)) {
    const words = rest.split(/\s+/);
    const plain = words.filter((word) => !word.startsWith('--'));
    switch (name) {
      case 'ARG': {
        const [setting = '', ...value] = (plain[0] ?? '').split('=');
        if (value.length > 0) settings.set(setting, value.join('='));
        break;
      }
      case 'FROM':
        add(plain[0] ?? '');
        if (plain[1]?.toUpperCase() === 'AS' && plain[2]) stages.add(plain[2]);
        break;
      case 'COPY':
      case 'ADD':
        // A number refers to a stage by its position.
        for (const word of words) {
          const from = /^--from=(.+)$/.exec(word)?.[1];
          if (from && !/^\d+$/.test(from)) add(from);
        }
        break;
    }
  }
  return [...images];
}

export function baseImagesOf(target: Target): string[] {
  return baseImages(readFileSync(join(target.folder, target.manifest.container.dockerfile), 'utf8'));
}
