import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aptInstall } from '../../src/process/apt-install.ts';

test('packages are installed through sudo, by root without it', () => {
  assert.equal(aptInstall('golang-go', 1_000), 'sudo apt-get install golang-go');
  assert.equal(aptInstall('golang-go', null), 'sudo apt-get install golang-go');
  assert.equal(aptInstall('golang-go', 0), 'apt-get install golang-go');
});
