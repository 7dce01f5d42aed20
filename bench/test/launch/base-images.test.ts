import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargets, variantsOf } from '../../src/catalog/targets.ts';
import { baseImages, baseImagesOf } from '../../src/launch/base-images.ts';
import { repository } from '../../src/util/repository.ts';

test('base images without the stages of the file itself', () => {
  const text = [
    '# syntax=docker/dockerfile:1',
    'ARG GO=1.26',
    `FROM --platform=linux/amd64 golang:\${GO}-bookworm AS build`,
    'FROM build AS tested',
    'COPY --from=build /a /b',
    'COPY --chown=1 --from=busybox:1 /bin/true /true',
    'COPY --from=0 /c /d',
    'FROM scratch',
    'FROM \\',
    '  debian:bookworm-slim',
    'from debian:bookworm-slim as again',
  ].join('\n');
  assert.deepEqual(baseImages(text), ['golang:1.26-bookworm', 'busybox:1', 'debian:bookworm-slim']);
});

test('every Dockerfile of the targets starts from an image with a tag', () => {
  for (const { name, target } of readTargets(repository).flatMap(variantsOf)) {
    const images = baseImagesOf(target);
    assert.ok(images.length > 0, name);
    for (const image of images)
      assert.match(image, /:(?!latest$)[^/]+$/, `${name}: ${image} has no tag of its own`);
  }
});
