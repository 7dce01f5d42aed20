import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crashOf, tailOf, tailOfBuild } from '../../src/util/lines.ts';

const frames = (count: number, frame: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => frame(index));

describe('why a program ended, from what it wrote', () => {
  const crashes: [string, string[], RegExp][] = [
    [
      'Node',
      [
        '/pit wall/server.js:3',
        "  throw new Error('no SHARED_DIR');",
        '  ^',
        '',
        'Error: no SHARED_DIR',
        ...frames(10, (index) => `    at read (/pit wall/server.js:${index}:9)`),
        '',
        'Node.js v24.21.0',
      ],
      /⏎ Error: no SHARED_DIR$/,
    ],
    [
      'the JVM, with its causes',
      [
        'Exception in thread "main" java.lang.IllegalStateException: cannot start',
        ...frames(40, (index) => `\tat org.example.Main.run(Main.java:${index})`),
        'Caused by: java.net.BindException: Address already in use',
        ...frames(5, (index) => `\tat java.base/sun.nio.ch.Net.bind(Net.java:${index})`),
        '\t... 38 more',
      ],
      /IllegalStateException: cannot start ⏎ Caused by: java\.net\.BindException: Address already in use$/,
    ],
    [
      'Go',
      [
        'panic: no pool',
        '',
        'goroutine 1 [running]:',
        'main.open({0xc000012345, 0x4})',
        '\t/src/main.go:42 +0x1f',
        'main.main()',
        '\t/src/main.go:12 +0x85',
        'net/http.(*Server).Serve(0xc0000, ...)',
        'exit status 2',
      ],
      /^panic: no pool ⏎ exit status 2$/,
    ],
    [
      'Ruby',
      ["server.rb:3:in 'open': no database (RuntimeError)", "\tfrom server.rb:9:in '<main>'"],
      /no database \(RuntimeError\)$/,
    ],
    [
      'Python',
      [
        'Traceback (most recent call last):',
        '  File "/src/server.py", line 24, in <module>',
        '    uvicorn.run("app:app")',
        '  File "/src/app.py", line 6, in <module>',
        '    open(settings)',
        '    ~~~~^^^^^^^^^^',
        "KeyError: 'PGHOST'",
        '',
        'During handling of the above exception, another exception occurred:',
        '',
        'Traceback (most recent call last):',
        '  File "/src/app.py", line 8, in <module>',
        'RuntimeError: no pool',
      ],
      /^KeyError: 'PGHOST' ⏎ During handling .* occurred: ⏎ RuntimeError: no pool$/,
    ],
    [
      'Rust',
      [
        "thread 'main' panicked at src/main.rs:5:9:",
        'no pool',
        'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
      ],
      /src\/main\.rs:5:9: ⏎ no pool$/,
    ],
  ];
  for (const [name, lines, expected] of crashes)
    test(name, () => {
      const reported = crashOf(lines.join('\n'));
      assert.match(reported, expected);
      assert.doesNotMatch(reported, /\bat (?:read|org|java)|0x|Node\.js v/);
    });

  test('of many lines the last dozen; of none, that there was none', () => {
    assert.equal(crashOf(frames(30, (index) => `line ${index}`).join('\n')).split(' ⏎ ').length, 12);
    assert.equal(crashOf(''), 'nothing');
    assert.equal(tailOf('a\n\nb\nc', 2), 'b ⏎ c');
  });
});

test('why a build of Maven failed is told without its advice', () => {
  const log = [
    '[ERROR] Failed to execute goal on project server: Could not resolve dependencies: Could not find artifact a:b:jar:9',
    '[ERROR] ',
    '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.',
    '[ERROR] Re-run Maven using the -X switch to enable full debug logging.',
    '[ERROR] ',
    '[ERROR] For more information about the errors and possible solutions, please read the following articles:',
    '[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException',
    '',
    'WARNING: A terminally deprecated method in sun.misc.Unsafe has been called',
    'WARNING: Please consider reporting this to the maintainers of class com.google.common.util.concurrent.X',
  ].join('\n');
  assert.match(tailOfBuild(log), /^\[ERROR\] Failed to execute goal .* Could not find artifact a:b:jar:9$/);
  assert.equal(tailOfBuild(''), 'it wrote nothing');
  assert.match(tailOfBuild('error: no such thing\nWARNING: the disk is full'), /WARNING: the disk is full$/);
});
