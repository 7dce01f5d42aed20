import type { Messages } from '../en/index.ts';
import { inside, list, spaced } from './formats.ts';

export const releases: Messages['releases'] = {
  title: '版本：每个版本的代价',
  titleOf: (name) => `${spaced(name)}的各个版本`,
  lead: '同一个程序用每个版本分别构建，与一个固定版本同时承受负载。代价指每个请求的 CPU 时间。只有前后两个版本再次并排测量、差异依然存在时，才会写明是哪个版本带来的变化。',
  nothing: '还没有测量过任何版本历史。',
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
    picture: '以 1 为中心的刻度',
    proof: '证据',
    note: '说明',
    measured: '已测量',
    span: '起止',
    steps: '经证实的变化',
  },
  from: (before) => `此前为 ${before}`,
  costsMore: ({ title, before, after, share, from, to, scenario }) =>
    `${scenario}：${title} ${spaced(after)}每个请求的 CPU 时间比${inside(before)}多 ${share}（${from} 至 ${to}）。`,
  costsLess: ({ title, before, after, share, from, to, scenario }) =>
    `${scenario}：${title} ${spaced(after)}每个请求的 CPU 时间比${inside(before)}少 ${share}（${from} 至 ${to}）。`,
  repeated: (day, change, low, high) => `${spaced(day)}再次测量：${change}（${low} – ${high}）。`,
  notRepeated: (day, change, low, high) =>
    `${spaced(day)}再次测量时没有出现：${change}（${low} – ${high}）。`,
  otherDay: '另一天再次证实',
  causeSource: '原因的依据',
  noSteps: '相邻版本之间没有经证实的变化。',
  below: (title, name) => `${title}（在 ${name} 之下）`,
  measuredAs: (name) => `测量所用：${name}`,
  proof: '测量结果（JSON）',
  figures: '数据（JSON）',
  changelog: '更新日志',
  axis: '相对于固定版本的 CPU 时间',
  chartLabel: (title) =>
    `${title}：各版本每个请求的 CPU 时间，横轴为发布日期；每个场景一条线，附 95% 置信区间。表格数据相同。`,
  tableCaption: (title, frozen) =>
    `${title}：每个请求的 CPU 时间，与固定版本 ${frozen} 相比，附 95% 置信区间；新的在前`,
  frozenCell: '固定版本',
  allReleases: (count) => `全部 ${count} 个版本的表格`,
  whole: '全部版本及其数据',
  step: (state, change, before) =>
    ({
      suspected: `与 ${before} 相比疑似 ${change}，尚待再次测量`,
      confirmed: `与 ${before} 相比 ${change}，已经证实`,
      refuted: `与 ${before} 相比的变化，再次测量时没有出现`,
    })[state],
  failures: {
    'not-resolvable': '依赖已无法解析。',
    'does-not-build': '无法构建。',
    'does-not-start': '无法启动。',
    'fails-contract': '不符合契约。',
    'not-measured': '在负载下没有得到数据。',
    'pre-release': '预发布版本。',
    withdrawn: '已撤回。',
  },
  leftOutCount: (count) => `有 ${count} 个版本是预发布或已撤回，未测量`,
  leftOut: (versions) => `以下版本是预发布或已撤回，未测量：${list.format(versions)}。`,
};
