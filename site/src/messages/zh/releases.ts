import type { Messages } from '../en/index.ts';
import { inside, list, spaced } from './formats.ts';

export const releases: Messages['releases'] = {
  title: '版本：每个版本的开销',
  titleOf: (name) => `${spaced(name)}的各个版本`,
  lead: '同一个程序用每个版本分别构建，与一个固定版本同时承受负载。开销指每请求 CPU 时间，越少越好。只有前后两个版本再次并排测量、差异依然存在时，才会写明是哪个版本带来的变化。',
  nothing: '还没有测量过任何版本历史。可以用下面的命令测量一个：',
  command: 'npm run bench -- releases go/gin',
  largestTitle: '近两年最大的改进与退步',
  largestNone: '近两年没有经证实的变化。',
  largestCaption: (scenario) => `${scenario}：近两年经证实的变化，大的在前`,
  historiesTitle: '全部版本历史',
  historiesCaption: '测量过各个版本的软件包',
  sectionTitle: '版本',
  columns: {
    name: '框架',
    package: '软件包',
    release: '版本',
    released: '发布日期',
    change: '每请求 CPU 时间',
    picture: '← 少 · 多 →',
    proof: '测量',
    note: '说明',
    measured: '版本数',
    span: '起止',
    steps: '经证实的变化',
    largest: '最大的变化',
  },
  from: (before) => `此前为 ${before}`,
  costsMore: ({ title, before, after, share, from, to, scenario }) =>
    `${scenario}：${title} ${spaced(after)}每请求 CPU 时间比${inside(before)}多 ${share}（${from} 至 ${to}）。`,
  costsLess: ({ title, before, after, share, from, to, scenario }) =>
    `${scenario}：${title} ${spaced(after)}每请求 CPU 时间比${inside(before)}少 ${share}（${from} 至 ${to}）。`,
  repeated: (day, change, low, high) => `${spaced(day)}再次测量：${change}（${low} – ${high}）。`,
  notRepeated: (day, change, low, high) => `${spaced(day)}再次测量未能证实：${change}（${low} – ${high}）。`,
  elsewhere: (machine, before, change, low, high) =>
    `另一台机器 ${machine} 也测到了${before === null ? '' : `（与 ${before} 相比）`}：${change}（${low} – ${high}）。`,
  notElsewhere: (machine, change, low, high) =>
    `另一台机器 ${machine} 未能证实：${change}（${low} – ${high}）。`,
  standings: {
    twoMachines: '两台机器均出现',
    twoDays: '两天均出现',
    oneDay: '目前仅一天',
    contested: '并非每次出现',
  },
  standingsTitle:
    '“两台机器均出现”：两台机器各自并排测量，变化都在。“两天均出现”：在不同的两天并排测量，变化都在。“目前仅一天”：换一天测量，幅度可能改变，也可能不再出现。“并非每次出现”：后来有一次测量没有发现它。',
  onOneDay: (day) => `目前仅在${day}这一天并排测量过。`,
  largestOf: (shown, all) => `经证实的变化共 ${all} 处，此处为最大的 ${shown} 处；其余见下方各版本历史。`,
  undatedSteps: '以下版本没有可信的发布日期，因此不在表中：',
  moreSteps: (count) => `另有 ${count} 处较小的经证实的变化`,
  undated: '无可信日期',
  undatedNote: (versions) =>
    `软件源没有给出以下版本的日期，或给出的日期与其他版本的日期矛盾：${list.format(versions)}。`,
  sideBySide: '多个系列同时发布，因此横轴按版本号而不是日期排列；每条线只连接同一系列的版本。',
  undatedChart: (versions) => `以下版本没有可信的发布日期，因此横轴按版本号排列：${list.format(versions)}。`,
  stepsNote: '点旁的百分数是经证实的变化，与前一个版本相比。',
  frozenAt: (version) => `固定版本 ${version}：0%`,
  causeSource: '原因的依据',
  noSteps: '相邻版本之间没有经证实的变化。',
  below: (title, name) => `${title}（运行 ${name}）`,
  within: (title, name) => `${spaced(name)}所用的 ${title}`,
  measuredAs: (name) => `测量所用：${name}`,
  measuredWith: (sentence, name) => `${sentence}测量所用：${name}。`,
  proof: '测量结果（JSON）',
  figures: '数据（JSON）',
  changelog: '更新日志',
  axis: '相对于固定版本的 CPU 时间',
  chartLabel: (title, axis) =>
    `${title}：各版本每请求 CPU 时间，横轴为${axis === 'date' ? '发布日期' : '版本号'}；各场景分别画线，附 95% 置信区间。表格数据相同。`,
  tableCaption: (title, frozen) =>
    `${title}：每请求 CPU 时间，与固定版本 ${frozen} 相比，附 95% 置信区间；新的在前`,
  frozenCell: '固定版本',
  allReleases: (count) => (count === 1 ? '唯一版本的表格' : `全部 ${count} 个版本的表格`),
  whole: '全部版本及其数据',
  step: (state, change, before) =>
    ({
      suspected: `与 ${before} 相比疑似 ${change}，尚待再次测量`,
      confirmed: `与 ${before} 相比 ${change}，已经证实`,
      unproven: `与 ${before} 相比的变化，再次测量未能证实`,
    })[state],
  failures: {
    'not-resolvable': '依赖已无法解析。',
    'does-not-build': '无法构建。',
    'does-not-start': '无法启动。',
    'fails-contract': '不符合契约。',
    'not-measured': '在负载下没有得到数据，或失败过多。',
    'pre-release': '预发布版本。',
    withdrawn: '已撤回。',
  },
  leftOutCount: (count) => `有 ${count} 个版本是预发布或已撤回，未测量`,
  leftOut: (versions) => `以下版本是预发布或已撤回，未测量：${list.format(versions)}。`,
};
