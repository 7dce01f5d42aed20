import type { home as english } from '../en/home.ts';
import { list } from './formats.ts';

const costs = { cpu: 'CPU', memory: '内存', p99: '延迟' };

export const home: typeof english = {
  matrixCaption:
    '满载吞吐量：数字是每个场景中最优框架的值除以该目标的值，1 为最优，2 表示只有其一半。列名通往该场景的排名。',
  legend:
    '蓝色接近最优，琥珀色相差较远。斜体的平台是用作参照的服务器，不参与排名。* 表示数据存疑，✕ 表示数据不可比较；空白表示没有数据：未测量、测量失败，或不提供该场景。',
  tabsLabel: '表格',
  factorsTab: '所有场景',
  costsTab: (columns) => list.format(columns.map((column) => costs[column])),
  costsCaption: (scenario, shapes) =>
    `${scenario}：${[...new Set(shapes)].join('；')}。中位数及其 95% 置信区间。`,
  broad: '多数场景已测',
  broadHint: '隐藏已测场景不足一半的行',
  sortBy: (column) => `按“${column}”排序`,
};
