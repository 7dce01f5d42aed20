import type { Messages } from '../en/index.ts';
import { spaced } from './formats.ts';

export const history: Messages['history'] = {
  trendsTitle: '趋势',
  trendsLead: '每项指标随时间的变化，机器与场景版本都相同。',
  trendsCaption:
    '各目标按场景的时间序列。每条小折线为吞吐量，右端是最新一次运行；其高度至少涵盖上下各四分之一，变化更大时随之扩大。',
  trendTitle: (name, scenario) => `${name}：${spaced(scenario)}的变化趋势`,
  none: '尚无历史：时间序列至少需要两次运行。',
  points: (count) => `${count} 次运行`,
  sentence: ({ points, from, to, changePoints, least }) =>
    `${from === to ? from : `${from}至${to}`}共 ${points} 次运行；${changePoints > 0 ? `${changePoints} 个变化点` : points < least ? `不足 ${least} 次，无法判断有无变化点` : '没有变化点'}。`,
  chartLabel: (series) => `${spaced(series)}随时间的变化。用方向键逐次查看；下方表格数据相同。`,
  stepHint: '图表获得焦点后，可用方向键逐次查看各次运行。',
  tableCaption: (series) => `${series}：每行一次运行`,
  asMeasured:
    '每行只含一次运行：各次启动实测值的中位数，以及仅由这些启动得出的区间。排名会先除去各区组的机器状况对所有目标的共同影响，并由整张表得知各次启动相差多少，因此数值可能相差百分之几，区间通常也更窄。',
  columns: {
    run: '运行',
    median: '中位数',
    interval: '95% 置信区间',
    starts: '启动次数',
    version: '版本',
    note: '变化',
  },
  moved: ({ from, to, since }) =>
    `自${since}起在机器 ${to} 上测量，此前在 ${from} 上。不同机器的数据不作比较：旧机器上的序列到此为止，新机器上另起一条。`,
  inBlocks: '区组',
  inContainers: '容器中',
  scenarioChanged: (version) => `场景第 ${version} 版`,
  versionChanged: (version) => `版本 ${version}`,
  level: '变化点',
  choose: '序列',
  seconds: (seconds) => `每个切片 ${seconds} 秒`,
  alone: (count) => `${count} 个序列只有一次运行`,
  aloneText: '图表至少需要两次同类运行：变体、负载形态与负载时长都相同。',
  noChart: '没有图表：这里的每个序列都只有一次运行。',
  regressionsTitle: '性能回退',
  regressionsLead: '各时间序列的变化点。历史数据只能引起怀疑：基准侧与对比侧同时测量仍有差异，才算确认。',
  confirmedTitle: '已确认',
  confirmedNone: '没有经对比确认的变化点。',
  seenTitle: '仅见于历史',
  seenNone: '没有尚待确认的变化点。',
  changePointsCaption: '变化点，幅度大的在前',
  changePointColumns: {
    target: '目标',
    series: '序列',
    change: '变化',
    between: '前后两次运行',
    command: '确认命令',
    machine: '机器',
  },
  worse: '变差',
  better: '变好',
  canary: '金丝雀有同一个变化点：变的是机器，而不是目标。',
  feedTitle: 'Pitwall：运行、判定、版本与变化点',
  feedRun: (machine, targets) => `${machine} 上的运行，${targets} 个目标`,
};
