import type { Messages } from '../en/index.ts';
import { either, format, list, spaced } from './formats.ts';

export const ranking: Messages['ranking'] = {
  title: (scenario, metric) => `${scenario}：${metric}`,
  chooserLabel: { scenario: '场景', loadShapeId: '负载形态', metric: '指标', machine: '机器' },
  caption: ({ scenario, shape, metric, unit, direction, database }) =>
    `${scenario}，${shape}${database ? `，${database}` : ''}。${metric}：${unit}；${direction}。`,
  measuredOn: '测于',
  measuredIn: (starts, inBlocks) =>
    inBlocks
      ? `${starts} 个区组的中位数，每个区组都重新启动服务器，并预热到稳定状态`
      : `${starts} 轮的中位数，每轮重新启动服务器`,
  fromRun: '取自运行：',
  fromOtherRuns: () => '其余数据取自运行：',
  fromProfile: (profile, blocks, planned) => {
    if (blocks === null) return `方案 ${profile}`;
    const counted = planned === null ? `${blocks} 个区组` : `计划 ${planned} 个区组，完成 ${blocks} 个`;
    return `方案 ${profile}，${counted}`;
  },
  columns: {
    rank: '名次',
    name: '框架',
    language: '语言',
    access: '数据库访问',
    figure: '中位数',
    interval: '95% 置信区间',
    factor: '与最优的差距',
  },
  unranked: '不排名',
  fewBlocks: '只启动过一次，没有区间，无法区分先后。',
  leadsAlone: (first) => `这里只有 ${first} 有名次。`,
  nobody: '这张表中没有可以排名的目标。',
  answer: ({ leaders, more, example, proven, all }) => {
    const lead =
      more > 0
        ? `${leaders.join('、')} 等 ${leaders.length + more} 个都可能领先`
        : leaders.length === 1
          ? `${spaced(leaders[0] ?? '')}领先`
          : `${spaced(list.format(leaders))}都可能领先`;
    const behind = example ? `；${example.name} 与最优的差距为 ${example.times}` : '';
    return `${lead}${behind}。${format.plain(all)} 对中已证实 ${format.plain(proven)} 对的先后。`;
  },
  tier: (letter) =>
    letter === 'A' ? 'A 档：没有任何目标被证实优于它' : `${letter} 档：已证实落后于上一档中至少一个目标`,
  beside: { throughput: '吞吐量', cpu: 'CPU/请求', memory: '内存', p99: 'p99 延迟' },
  open: '数据无法区分孰优孰劣。',
  leftOut: ({ needs, needing, other, notServing }) => {
    const measured = [
      ...(needing > 0 ? [`${needing} 个变体需要 ${either.format(needs)}`] : []),
      ...(other > 0 ? [`${other} 个变体无法在这台机器上运行`] : []),
    ];
    return [
      ...(measured.length > 0 ? [`此处未测量：${measured.join('，')}。`] : []),
      ...(notServing > 0 ? [`${notServing} 个变体不提供此场景。`] : []),
    ].join('');
  },
  ceiling: (target, value) =>
    `这台机器在该场景下的上限是 ${value}（由 ${target} 测得）：其他目标预计不会更高。`,
  plateau: (names, low, high) =>
    `${spaced(list.format(names))}都在 ${low} 至 ${high} 之间：很可能受限于框架之外的因素，若是如此，先后次序没有意义。`,
  bound: (rows, among) =>
    `${among} 行中有 ${rows} 行的服务器并未用满，用满的是压测工具及与它共用处理器的数据库。因此本表不足以说明框架的能力；每个请求的开销则不受影响：`,
  legendTitle: '如何阅读',
  legend: [
    '条形从零开始，终点为中位数；细线为 95% 置信区间，超出刻度的部分截去。其下每条短线是数据所依据的一次全新启动。对数刻度没有零点，所以用圆点代替条形。',
    '名次 3–6 表示：根据各次启动之间的差异，这些名次都不能排除。',
    '字母是档次：没有目标被证实优于 A 档；其后每一档中的目标，都已证实落后于上一档中的至少一个。',
    '“与最优的差距”是一个比值：吞吐量取最优值除以本行的值，其他指标取本行的值除以最优值；1.00× 即最优，2.00× 表示吞吐量只有一半，或用量为两倍。最优只在框架中选取，平台可能低于 1。',
    '与某一行对照时，≈ 表示先后未经证实。',
    '平台是服务器而不是框架：它们显示机器的极限，不参与排名。与平台的比较在本表中未经检验，检验结果见两者的对比页。',
  ],
  chargedMemory: '本次运行把一个文件（例如程序本身）的大小计入最先读取它的服务器的内存，所以区间很宽。',
  connectingLatency:
    '本次运行计入了建立连接的请求：速率为每秒 1,000 个请求时占 3%，250 个时占 6%，50 个时占三分之一。建立连接开销大的服务器，其 p99 就是这些请求的延迟。',
  controls: {
    label: '表格显示内容',
    search: '搜索',
    filters: '筛选',
    language: '语言',
    kind: '类型',
    access: '数据库访问',
    database: '数据库',
    runtime: '运行时',
    only: '行',
    comparable: '仅可比',
    comparableHint: '隐藏没有名次或带有公平性标记的行',
    bestOfLanguage: '各语言最优',
    bestOfLanguageHint: '余下的行中，每种语言只留名列最前的框架',
    baseline: '对照',
    best: '最优者',
    scale: '刻度',
    linear: '线性',
    logarithmic: '对数',
    copy: '复制链接',
    copied: '已复制',
    clear: '显示全部',
  },
  count: (shown, all) => `显示 ${shown} / ${all}`,
  nothing: '没有符合条件的行，请去掉某个筛选条件。',
  sorted: (column) => `按“${column}”排序`,
  sortedDescending: (column) => `按“${column}”倒序`,
  times: (name) => `为 ${name} 的倍数`,
  marksTitle: '本表中的标记',
  marked: (name, rounds) => `${name}，${rounds}：`,
  roundsOf: (rounds, inBlocks) =>
    `第 ${rounds.map((round) => round + 1).join('、')} ${inBlocks ? '个区组' : '轮'}`,
  invalidating: '因此不参与排名。',
  download: '下载本表：',
};
