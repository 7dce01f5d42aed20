/** Glossary, and how to add a framework. */
export const guide = {
  glossaryTitle: 'Glossary',
  glossaryLead: 'One word for one thing, on this site, in the code and in the results.',
  terms: [
    {
      id: 'target',
      term: 'target',
      text: 'One server implementation: a folder of the repository, with a manifest.',
    },
    {
      id: 'variant',
      term: 'variant',
      text: 'A way to deploy the same target, or to reach its database, such as one process, a cluster, a native image, a raw driver or an ORM. A row of a table is a target variant.',
    },
    {
      id: 'scenario',
      term: 'scenario',
      text: 'One request and response of the contract, with a version. Figures of two versions are never compared.',
    },
    {
      id: 'load-shape',
      term: 'load shape',
      text: 'How requests arrive: loader, number of connections, keep-alive or close, closed loop or fixed rate, and length.',
    },
    { id: 'cell', term: 'cell', text: 'One target variant under one load shape in one scenario.' },
    {
      id: 'block',
      term: 'block',
      text: 'All targets of a table, freshly started, warm and alive together, loaded in turn in short slices. It gives one figure per cell: the unit of evidence is one fresh start.',
    },
    {
      id: 'slice',
      term: 'slice',
      text: 'One short load on one server of a block: half a second to a second, or two to five seconds at a fixed rate.',
    },
    {
      id: 'cycle',
      term: 'cycle',
      text: 'One slice of every target of a table, in an order drawn for it. A block has several.',
    },
    {
      id: 'steady-state',
      term: 'steady state',
      text: 'What a server does once its runtime has stopped compiling. Every figure describes it, or is marked.',
    },
    {
      id: 'warm-up',
      term: 'warm-up',
      text: 'The load on a fresh start until its steady state. The first warm-up of each start gives figures of its own.',
    },
    {
      id: 'round',
      term: 'round',
      text: 'In the first runs, of 21 and 22 November 2026: one measured load on one freshly started server, by itself.',
    },
    {
      id: 'run',
      term: 'run',
      text: 'All blocks of a set of cells, at one commit, on one machine. A standard run has parts.',
    },
    {
      id: 'machine',
      term: 'machine',
      text: 'A fingerprint of processor, memory, kernel and virtualisation. Figures of two machines are never compared.',
    },
    {
      id: 'loader',
      term: 'loader',
      text: 'The program that sends the requests: wrk in a closed loop, oha at fixed rates.',
    },
    {
      id: 'closed-loop',
      term: 'closed loop',
      text: 'Each connection sends its next request as soon as the last one is answered. This measures capacity. Its waiting times say little, because a stalled server gets fewer requests.',
    },
    {
      id: 'fixed-rate',
      term: 'fixed rate',
      text: 'Requests leave on a schedule, whatever the server does, and latency counts from when each was due.',
    },
    {
      id: 'coordinated-omission',
      term: 'coordinated omission',
      text: 'The error of a loader that waits for a stalled server, and so leaves out the requests that would have waited. Latency here is free of it.',
    },
    {
      id: 'metric',
      term: 'metric',
      text: 'A number with a unit and a direction: higher is better, or lower is better.',
    },
    {
      id: 'interval',
      term: '95 % interval',
      text: 'The range that contains the true median of a run with 95 % confidence, estimated from how its fresh starts differ. Another run may differ by more.',
    },
    {
      id: 'rank-interval',
      term: 'rank interval',
      text: 'The ranks that a target may have, given the noise: 3–6 means that the data cannot say more.',
    },
    {
      id: 'tier',
      term: 'tier',
      text: 'Target variants of a table that are proven behind something in the tier above. Nothing is proven better than those in tier A.',
    },
    {
      id: 'percentile',
      term: 'percentile',
      text: 'p99 is the time within which 99 % of all responses came. It needs a thousand requests; p99.9 needs ten thousand.',
    },
    { id: 'baseline', term: 'baseline', text: 'The target variant that others are compared with.' },
    {
      id: 'duet',
      term: 'duet',
      text: 'Base and head under load at the same time on the same processors, so that what disturbs one disturbs the other.',
    },
    {
      id: 'canary',
      term: 'canary',
      text: 'A server that never changes, loaded in runs of two blocks or more and beside comparisons: what moves it is the machine.',
    },
    {
      id: 'minimum-effect',
      term: 'minimum effect (δ)',
      text: 'The smallest change that matters. A verdict tests against it, not against zero.',
    },
    {
      id: 'noise-floor',
      term: 'noise floor',
      text: 'The smallest effect that comparing a server with itself does not produce by chance on this machine.',
    },
    { id: 'change-point', term: 'change point', text: 'The point at which a series of runs changes level.' },
    {
      id: 'cold-start',
      term: 'cold start',
      text: 'The time from starting the process to its first response.',
    },
    {
      id: 'loader-bound',
      term: 'loader-bound',
      text: 'The loader, or what shares its processors, was at its limit and the server was not: the server may be faster than the figure.',
    },
    {
      id: 'flag',
      term: 'fairness flag',
      text: 'Says that a target is disputed or known to differ, with the reason and a link to the discussion.',
    },
    {
      id: 'frozen-release',
      term: 'frozen release',
      text: 'The release of a package beside which all its others are measured.',
    },
    {
      id: 'step',
      term: 'step',
      text: 'A difference in cost between two successive releases. It is proven once both were measured side by side and it was there again.',
    },
    { id: 'replay', term: 'replay', text: 'A benchmark that others published, measured again here.' },
  ],
  addTitle: 'Add a framework',
  addLead:
    'You only add one folder; there is no list to edit. A pull request with it is verified within minutes.',
  steps: [
    {
      title: 'Create the folder',
      text: 'This creates a target that builds, verifies and runs as it is: manifest, source, lock file and Dockerfile. There are templates for Go, Java, JavaScript, Kotlin, Python, Ruby, Rust and TypeScript. For another language that has targets, copy one of them: add --from <target>.',
      commands: ['npm run bench -- new <language>/<framework>'],
    },
    {
      title: 'Answer the contract',
      text: 'HOST and PORT come from the environment, as do the addresses of the databases. The manifest names the scenarios that the framework serves.',
      commands: [],
    },
    {
      title: 'Verify it',
      text: 'This builds and starts the server, checks every answer against the contract, and shows a diff of what is wrong.',
      commands: ['npm run bench -- verify <language>/<framework>'],
    },
    {
      title: 'Measure it beside another',
      text: 'This gives a first figure on your own machine, with the loads of the published runs. It leaves out what is not warm within 20 seconds: on the JVM or .NET, take --profile field --minutes 10 instead.',
      commands: ['npm run bench -- run <language>/<framework> go/gin --profile quick'],
    },
    {
      title: 'Open a pull request',
      text: 'It is verified again in containers. Once merged, the next run on the project’s machine measures it, and its page appears.',
      commands: [],
    },
  ],
  documentsTitle: 'The documents',
  contributing: 'takes you from a clone to a pull request, and says what is fair',
  contract: 'defines every request and response, and how a server is started and stopped',
  manifestTitle: 'The manifest',
  manifestText: 'Its JSON Schema is published and names the required keys:',
  contractTitle: 'The contract',
  contractText: 'The methodology page lists the requests and responses of all scenarios.',
};
