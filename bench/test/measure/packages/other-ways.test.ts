import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gemVersion, withGem } from '../../../src/measure/packages/gems.ts';
import { lockedPackages, packageNamed } from '../../../src/measure/packages/locked-packages.ts';
import { versionInLockFile } from '../../../src/measure/packages/locked-version.ts';
import { referencedVersion, withReference } from '../../../src/measure/packages/nuget.ts';
import {
  askedLines,
  constraintsOf,
  resolvedIn,
  withPins,
  withResolved,
} from '../../../src/measure/packages/requirements.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

describe('a requirements.txt', () => {
  const lock = `# This file was generated.
click==8.5.1 \\
    --hash=sha256:${A} \\
    --hash=sha256:${B}
    # via flask
colorama==0.4.6 ; sys_platform == "win32" \\
    --hash=sha256:${A}
    # via click
flask[async]==3.1.3 \\
    --hash=sha256:${A}
typing-extensions==4.16.0 \\
    --hash=sha256:${B}
werkzeug==3.1.9 \\
    --hash=sha256:${A}
`;
  const resolved = [
    { name: 'click', version: '8.5.1', sha256: A },
    { name: 'Flask', version: '2.2.5', sha256: C },
    { name: 'Werkzeug', version: '2.3.8', sha256: C },
    { name: 'importlib_metadata', version: '9.0.0', sha256: C },
  ];

  test('gets the hash of what moves; what stays keeps its hashes, and what others need its line', () => {
    assert.equal(
      withResolved(lock, resolved),
      `# This file was generated.
click==8.5.1 \\
    --hash=sha256:${A} \\
    --hash=sha256:${B}
    # via flask
colorama==0.4.6 ; sys_platform == "win32" \\
    --hash=sha256:${A}
    # via click
flask[async]==2.2.5 \\
    --hash=sha256:${C}
werkzeug==2.3.8 \\
    --hash=sha256:${C}
importlib_metadata==9.0.0 \\
    --hash=sha256:${C}
`,
    );
    assert.equal(versionInLockFile('requirements.txt', withResolved(lock, resolved), 'flask'), '2.2.5');
  });

  test('constrains everything but what moves', () => {
    assert.equal(
      constraintsOf(lock, ['Flask', 'typing_extensions']),
      'click==8.5.1\ncolorama==0.4.6\nwerkzeug==3.1.9\n',
    );
  });

  test('is asked for by lines of which each pinned one is exact', () => {
    const direct = '# What it needs.\nDjango~=5.2.0\nuvicorn[standard]\n';
    const pins = [
      { package: 'django', version: '4.2.16' },
      { package: 'uvicorn', version: '0.30.0' },
      { package: 'asgiref', version: '3.8.1' },
    ];
    assert.equal(
      withPins(direct, pins),
      '# What it needs.\nDjango==4.2.16\nuvicorn[standard]==0.30.0\nasgiref==3.8.1\n',
    );
    assert.equal(withPins('', pins.slice(0, 1)), 'django==4.2.16\n');
    // What the pinned ones ask for themselves depends on their extras.
    const own = askedLines(direct, ['Uvicorn']);
    assert.equal(withPins(own, pins.slice(1, 2)), 'uvicorn[standard]==0.30.0\n');
  });

  test("is made from pip's report, and a report without hashes is refused", () => {
    const report = (archive: object) => ({
      version: '1',
      install: [{ metadata: { name: 'Flask', version: '3.0.3' }, download_info: { archive_info: archive } }],
    });
    const expected = [{ name: 'Flask', version: '3.0.3', sha256: A }];
    assert.deepEqual(resolvedIn(report({ hashes: { sha256: A } })), expected);
    assert.deepEqual(resolvedIn(report({ hash: `sha256=${A}` })), expected, 'as older ones write it');
    for (const none of [{}, { hashes: { sha256: 'a b' } }, { hash: `md5=${A}` }])
      assert.throws(() => resolvedIn(report(none)), /no hash/);
  });
});

describe('a Gemfile', () => {
  const text = `source 'https://rubygems.org'

gem 'puma', '>= 5.6.5', '< 9'
gem "sinatra", "~> 4.1", require: false
  gem('pg', '1.4.5')
gem 'rack'
`;

  test('gets one version of a gem, whose other settings stay', () => {
    assert.match(withGem(text, 'puma', '6.4.0'), /^gem 'puma', '6\.4\.0'$/m);
    assert.match(withGem(text, 'sinatra', '3.2.0'), /^gem "sinatra", '3\.2\.0', require: false$/m);
    assert.match(withGem(text, 'pg', '1.5.0'), /^ {2}gem\('pg', '1\.5\.0'\)$/m);
    assert.match(withGem(text, 'rack', '3.0.0'), /^gem 'rack', '3\.0\.0'$/m);
    const added = withGem(text, 'mustermann', '3.0.0');
    assert.equal(added, `${text}gem 'mustermann', '3.0.0'\n`, 'one that only others ask for');
  });

  test('says a version only where it allows no other', () => {
    assert.equal(gemVersion(text, 'pg'), '1.4.5');
    assert.equal(gemVersion(text, 'puma'), null);
    assert.equal(gemVersion(text, 'sinatra'), null);
    assert.equal(gemVersion(text, 'rack'), null);
    assert.equal(versionInLockFile('Gemfile', withGem(text, 'puma', '6.4.0'), 'puma'), '6.4.0');
    assert.deepEqual(packageNamed('puma', 'Gemfile', text, ''), { found: 'puma' });
  });

  test('has a lock file, in which what a gem asks for is not a version', () => {
    const lock = `GEM
  remote: https://rubygems.org/
  specs:
    puma (6.4.2)
      nio4r (~> 2.0)
    nio4r (2.7.0)
    pg (1.5.4-x86_64-linux)

CHECKSUMS
  puma (6.4.2) sha256=${A}
`;
    assert.equal(versionInLockFile('Gemfile.lock', lock, 'puma'), '6.4.2');
    assert.equal(versionInLockFile('Gemfile.lock', lock, 'nio4r'), '2.7.0');
    assert.equal(versionInLockFile('Gemfile.lock', lock, 'pg'), '1.5.4');
    assert.equal(versionInLockFile('Gemfile.lock', lock, 'rack'), null);
    assert.deepEqual(lockedPackages('Gemfile.lock', lock), ['nio4r', 'pg', 'puma']);
  });
});

describe('a project file of .NET', () => {
  const text = `<Project Sdk="Microsoft.NET.Sdk.Web">

  <ItemGroup>
    <PackageReference Include="MySqlConnector" Version="[2.6.2]" />
    <PackageReference Version="3.12.0" Include="MongoDB.Driver" PrivateAssets="all" />
    <PackageReference Include="Npgsql" />
    <PackageReference Include="Ranged" Version="[1.0,2.0)" />
  </ItemGroup>

</Project>
`;

  test('gets exactly one version of a package', () => {
    assert.match(
      withReference(text, 'mysqlconnector', '2.5.0'),
      /Include="MySqlConnector" Version="\[2\.5\.0\]" \/>/,
    );
    assert.match(
      withReference(text, 'MongoDB.Driver', '3.0.0'),
      /Version="\[3\.0\.0\]" Include="MongoDB\.Driver" PrivateAssets="all"/,
    );
    assert.match(withReference(text, 'Npgsql', '10.0.0'), /Include="Npgsql" Version="\[10\.0\.0\]" \/>/);
    const added = withReference(text, 'Other', '1.0.0');
    assert.match(
      added,
      /<ItemGroup>\s*<PackageReference Include="Other" Version="\[1\.0\.0\]" \/>\s*<\/ItemGroup>/,
    );
    assert.equal(versionInLockFile('server.csproj', added, 'Other'), '1.0.0');
  });

  test('says a version only where it allows no other range', () => {
    assert.equal(referencedVersion(text, 'MySqlConnector'), '2.6.2');
    assert.equal(referencedVersion(text, 'Npgsql'), null);
    assert.equal(referencedVersion(text, 'Ranged'), null);
    assert.deepEqual(packageNamed('Driver', 'server.csproj', text, ''), { near: [] });
    assert.deepEqual(packageNamed('MongoDB.Driver', 'server.csproj', text, ''), { found: 'MongoDB.Driver' });
    assert.deepEqual(packageNamed('npgsql', 'server.csproj', text, ''), { found: 'Npgsql' });
  });
});
