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
  sentence: ({ points, from, to, changePoints }) =>
    `${from === to ? from : `${from}至${to}`}共 ${points} 次运行；${changePoints === 0 ? '水平没有变化' : `水平变化 ${changePoints} 次`}。`,
  chartLabel: (series) => `${spaced(series)}随时间的变化。用方向键逐次查看；下方表格数据相同。`,
  stepHint: '图表获得焦点后，可用方向键逐次查看各次运行。',
  tableCaption: (series) => `${series}：每行一次运行`,
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
  scenarioChanged: (version) => `场景第 ${version} 版`,
  versionChanged: (version) => `版本 ${version}`,
  level: '水平在此变化',
  choose: '序列',
  seconds: (seconds) => `每段 ${seconds} 秒`,
  alone: (count) => `${count} 个序列只有一次运行`,
  aloneText: '图表至少需要两次同类运行：变体、负载形态与每段时长都相同。',
  noChart: '没有图表：这里的每个序列都只有一次运行。',
  regressionsTitle: '性能回退',
  regressionsLead:
    '时间序列的水平在哪里发生了变化。历史数据只能引起怀疑：基线与新版本同时测量仍有差异，才算确认。',
  confirmedTitle: '已确认',
  confirmedNone: '没有经对比确认的水平变化。',
  seenTitle: '仅见于历史',
  seenNone: '没有序列发生水平变化。',
  changePointsCaption: '水平变化，幅度大的在前',
  changePointColumns: {
    target: '目标',
    series: '序列',
    change: '变化',
    between: '前后提交',
    command: '确认命令',
    machine: '机器',
  },
  worse: '变差',
  better: '变好',
  canary: '参照目标同时变化：变的是机器，而不是目标。',
  lastNewsTitle: '运行',
  feedTitle: 'Pitwall：运行与水平变化',
  feedRun: (machine, targets) => `${machine} 上的运行，${targets} 个目标`,
};
