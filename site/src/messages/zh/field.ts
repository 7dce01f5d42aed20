import type { Messages } from '../en/index.ts';
import { inside } from './formats.ts';

export const field: Messages['field'] = {
  title: (scenario) => `全景：${scenario}`,
  lead: '每个目标变体达到了什么水平，又为此付出了什么。两条坐标轴可以自选；下方表格列出全部数据。',
  chooser: '场景',
  upwards: '纵轴',
  against: '横轴',
  axes: {
    throughput: '吞吐量',
    cpu: '每请求 CPU 时间',
    memory: '峰值内存',
    p99: 'p99 延迟',
    lines: '代码行数',
  },
  better: {
    throughput: '越高越好',
    cpu: '越低越好',
    memory: '越低越好',
    p99: '越低越好',
    lines: '多少不代表优劣',
  },
  chartLabel: (up, across) => `纵轴：${up}；横轴：${across}。每个目标变体一个点。下方表格数据相同。`,
  note: '两轴均为对数刻度，细线为 95% 置信区间。因标记而没有名次的数据只列在表格中。被筛选掉的目标仍以浅色点留在图中，不显示名称。',
  unnamed: (count) => `有 ${count} 个点放不下名称，指向它即可看到。`,
  loads: (closed, rate) =>
    rate === null ? `负载：${closed}。` : `负载：${closed}；延迟取自${inside(rate)}。`,
  caption: (scenario) => `${scenario}：图中的全部数据，吞吐量高的在前，平台排在最后`,
  name: '目标变体',
  linesNote: '代码行数是本仓库中该目标的实现，全部变体与场景合计，不含空行与注释。',
};
