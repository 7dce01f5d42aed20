import type { Messages } from '../en/index.ts';
import { inside } from './formats.ts';

export const data: Messages['data'] = {
  title: '数据',
  lead: '本站展示的数据及其来源，都可以从固定地址下载。',
  feedText: '运行、判定、版本与变化点的 Atom 订阅',
  filesText: '全部文件及大小的清单：',
  licenceTitle: '许可与引用',
  licence: '结果采用知识共享署名 4.0 国际许可（CC BY 4.0），代码采用 MIT 许可。',
  citeText: (scenario) =>
    `引用时请写明运行与机器，否则数据没有意义。每次运行、每张排名的页面都附有引用格式；首页的${inside(scenario)}为：`,
  citeTitle: '引用数据',
  citeHere: '请写明数值及其区间、框架的版本，并注明所属的运行，该运行的页面地址不会改变：',
  noData: '尚未发布运行；JSON Schema 已经可用。可以用下面的命令得到第一次运行：',
  rankingsTitle: '排名表',
  rankingsText: '取自每台机器所展示的运行。地址由机器、场景、负载形态和指标组成，内容始终是最新数据。',
  rankingsCaption: (machine, scenario) => `${machine}：${scenario}`,
  rankingColumns: { shape: '负载形态', metric: '指标', files: '文件' },
  rawTitle: '原始结果',
  rawText: (count) =>
    `所展示的运行和最新的 ${count} 次运行，含每次启动，与仓库中的文件逐字节相同。其余在仓库的 results 目录中。`,
  publishedTitle: '已发表的研究',
  publishedText:
    '他人发表的基准测试数据：published/ 中是原始数据，replays/ 中与我们的重测数据并列。引用时请注明标题和日期。',
  schemasTitle: 'JSON Schema',
  schemasText: '由测试工具校验数据所用的定义生成。',
  machinesTitle: '机器',
  csvNote: 'CSV 文件中，凡会被电子表格当作公式的文本，前面都加了一个撇号。',
};
