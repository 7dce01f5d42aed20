import type { Messages } from '../en/index.ts';

export const warmUp: Messages['warmUp'] = {
  title: '预热',
  lead: '一次全新启动达到稳定状态要多久、要多少个请求，其间等得最久的请求等了多久。',
  none: '还没有运行记录过预热过程。区组运行会记录，只要方案指定了每次启动时最先进行的场景。可以用下面的命令测量：',
  command: 'npm run bench -- run --profile warm-up',
  tableTitle: (scenario) => `${scenario}，从首个请求起`,
  caption: ({ scenario, shape, blocks }) =>
    `${scenario}，${shape}：${blocks} 次全新启动的中位数及其 95% 置信区间；越低越好。`,
  sentence: ({ atOnce, among, slowest, seconds }) =>
    atOnce === among
      ? `${among === 1 ? '唯一的目标变体' : `${among} 个目标变体全都`}在第一秒内达到稳定水平。`
      : among === 1
        ? `唯一的目标变体达到稳定水平用了 ${seconds}。`
        : `${atOnce === 0 ? `${among} 个目标变体都没有` : `${among} 个目标变体中，有 ${atOnce} 个`}在第一秒内达到稳定水平${slowest === null ? '' : `；最久的是 ${slowest}，用了 ${seconds}`}。`,
  columns: {
    rank: '名次',
    name: '框架',
    seconds: '第几秒达到',
    requests: '第几个请求时达到',
    latency: '最长延迟',
    steady: '稳定水平',
    starts: '启动次数',
    curve: '吞吐量，占稳定水平的比例',
  },
  metricTitles: {
    warmupSeconds: '达到稳定水平时的秒数',
    warmupRequests: '达到稳定水平时的请求数',
    warmupWorstLatencySeconds: '前十秒的最长延迟',
  },
  notWarm: (count, starts) =>
    count === starts ? '结束时仍未预热完' : `${starts} 次中有 ${count} 次结束时仍未预热完`,
  fewStarts: (least) => `启动不足 ${least} 次`,
  unranked: (least) => `这张表没有名次：至少要启动 ${least} 次，且每次都按时预热完毕，才能排名。`,
  rankOf: (rank) => `名次 ${rank}`,
  howTitle: '如何阅读',
  how: ({ window, share, level, first, least, bound }) =>
    `每次启动从首个请求起就施加全部负载，逐秒记录，直到预热完毕或满 ${bound}。稳定水平是最后 ${level} 秒的中位数。从某一秒起，连续 ${window} 秒的均值首次不低于稳定水平的 ${share}，这一秒（其中的第一秒）即算达到：第 1 秒、第 1 个请求表示一开始就已达到。最长延迟是前 ${first} 秒内的最长等待，预热不足 ${first} 秒时取整段预热。至少启动 ${least} 次且每次都及时预热完毕才有名次，平台不参与排名；名次根据各次启动之间的差异得出，整张表合计的置信度为 95%。`,
  chartTitle: '曲线叠放',
  chartText: (most) =>
    `最多 ${most} 个目标变体逐秒的吞吐量，取各次启动的中位数。预热结束之后，细线沿稳定水平延伸。`,
  chartLabel: '所选目标变体的吞吐量，横轴为负载秒数。下方表格数值相同。',
  chartTable: '所选曲线的表格',
  chartScale: '刻度',
  scales: { linear: '每秒请求数', log: '每秒请求数，对数', share: '占稳定水平的比例' },
  chooseTitle: '目标变体',
  tooMany: (most) => `一次最多 ${most} 个。`,
  second: '秒',
  secondOf: (second) => `第 ${second} 秒`,
  seconds: '负载秒数',
  data: '下载这些数值：',
  sectionTitle: '预热',
  sectionText: ({ starts, scenario, seconds, requests, steady }) =>
    `${scenario}，全新启动 ${starts} 次：稳定水平为 ${steady}，在第 ${seconds} 秒、第 ${requests} 个请求时达到。`,
  sectionLink: '与全部目标并列',
  elsewhere: '预热在另一台机器上测量：',
  elsewhereLink: '查看曲线',
  curveLabel: (name, said) => `${name} 的吞吐量，横轴为负载秒数。${said}`,
  curveSaid: ({ first, last, seconds }) => `第一秒为 ${first}，${seconds} 秒后为 ${last}。`,
  curveNote: '实线为仍在预热的各次启动的中位数，色带为其最小值到最大值；虚线为稳定水平。',
  curveCaption: (name) => `${name} 的预热过程，逐秒`,
  curveColumns: {
    second: '秒',
    median: '中位数',
    range: '最小 – 最大',
    share: '占稳定水平',
    compiling: '用于编译的 CPU 时间',
  },
  methodTitle: '最新一次运行的预热曲线',
  methodText: '同样的数值及其名次：',
};
