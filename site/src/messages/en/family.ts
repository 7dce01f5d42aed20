/** Pages of all frameworks of one language. Names and numbers are passed in formatted. */
export const family = {
  title: (language: string) => `Frameworks in ${language}`,
  lead: (parts: { frameworks: number; platforms: number; language: string }) => {
    const { frameworks, platforms, language } = parts;
    const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
    const named = [
      ...(frameworks > 0 ? [many(frameworks, 'framework')] : []),
      ...(platforms > 0 ? [many(platforms, 'platform')] : []),
    ];
    return `${named.join(' and ')} in ${language}: what they share, where they differ, and what each costs.`;
  },
  link: (language: string) => `All frameworks in ${language}`,
  /** Follows the language's name for those who only hear or index the link; “Go” alone says nothing. */
  linkRest: 'frameworks',
  listLabel: 'By language',
  sharedTitle: 'What they share',
  differTitle: 'Where they differ',
  differCaption: 'What is not the same for all; platforms last',
  traits: { runtime: 'Runtime', server: 'HTTP server' },
  lines: 'Lines of code',
  linesHint: 'of the target, all its variants together',
  costTitle: (scenario: string) => `${scenario}: speed, cost and memory`,
  costCaption: (scenario: string, shapes: string) =>
    `${scenario}: ${shapes}. Medians with their 95 % intervals; ranks and colours are those of the whole field.`,
  added: 'Added CPU',
  addedPicture: 'On a scale around 1',
  addedTitle: 'What a framework adds to its platform',
  addedText:
    'The platform is the bare HTTP server that the framework is built on. The share is CPU time per request in a closed loop, against the platform: of a comparison in which both ran at once, if there is one, or else of the same blocks of the ranking, which tell less. Such a comparison may be of another machine than the ranking. Interval and verdict are those of the linked page, which names the machine; what the data leave open is not shown.',
  addedCaption: 'CPU time per request added to the platform, by scenario, with the interval of the test',
  addedNone:
    'No platform of this language is measured on the same runtime, so no framework’s own cost is known.',
  platform: 'Platform',
  unproven: 'not proven',
  adds: (parts: {
    name: string;
    platform: string;
    share: string;
    from: string;
    to: string;
    scenario: string;
  }) =>
    `${parts.name} adds ${parts.share} (${parts.from} to ${parts.to}) to the CPU time of a request of ${parts.platform}, in ${parts.scenario}.`,
  saves: (parts: {
    name: string;
    platform: string;
    share: string;
    from: string;
    to: string;
    scenario: string;
  }) =>
    `${parts.name} takes ${parts.share} (${parts.from} to ${parts.to}) less CPU time for a request than ${parts.platform}, in ${parts.scenario}.`,
  addsNothing: (name: string, platform: string, band: string, scenario: string) =>
    `${name} takes the same CPU time for a request as ${platform}, within ${band}, in ${scenario}.`,
  notMeasured: 'No framework of this language has a figure on the machine of the home page.',
};
