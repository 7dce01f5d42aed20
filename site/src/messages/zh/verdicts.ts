import { metricOf } from '@pitwall/bench/model';
import { warmupSentence } from '@pitwall/bench/words';
import type { Messages } from '../en/index.ts';
import { metricTexts } from './metrics.ts';

export const verdicts: Messages['verdicts'] = {
  title: '判定',
  lead: '基准侧与对比侧在同一组处理器上同时承压，由此得出一个拉取请求（PR）、一个版本或一个选项究竟增加了多少开销。',
  none: '尚未发布任何对比。可以用下面的命令做一次：',
  command: 'npm run bench -- duet go/gin@HEAD~1 go/gin',
  listCaption: '已发布的对比，最新的在前',
  ofItselfTitle: '与自身对比',
  ofItselfText: '两边是同一个程序：这里若测出变化，就是误报。',
  ofItselfShow: (count) => `${count} 次对比，最新的在前`,
  ofTargetsTitle: '两个目标之间的对比',
  ofTargetsText: '双方互不是对方的另一个版本，因此一方开销更高并不是回退。',
  columns: { when: '测量时间', what: '对象', verdict: '判定', machine: '机器' },
  pageTitle: (head, base) => `${head} 对比 ${base}`,
  and: (count) => `另有 ${count} 组`,
  sentence: (counts, cells) => {
    const rest = [
      ...(counts.improved > 0 ? [`${counts.improved} 个改善`] : []),
      ...(counts.same > 0 ? [`${counts.same} 个持平`] : []),
      ...(counts.undecided > 0 ? [`${counts.undecided} 个未决`] : []),
    ].join('，');
    if (cells === 0) return '没有对比任何单元。';
    return counts.regressed > 0
      ? `${cells} 个单元中有 ${counts.regressed} 个性能回退${rest ? `；${rest}` : ''}。`
      : `${cells} 个单元${cells === 1 ? '' : '均'}未证实性能回退：${rest}。`;
  },
  states: { regressed: '回退', improved: '改善', undecided: '未决', same: '持平' },
  statesOfTargets: { regressed: '开销更高', improved: '开销更低' },
  stateTexts: {
    regressed: '开销的增幅超过最小效应，复测时再次出现。',
    improved: '开销的降幅超过最小效应，两次测量都是如此。',
    undecided: '现有的配对还不能判断变化是否超过最小效应，或者该单元未测完。',
    same: '整个置信区间都在最小效应之内。',
  },
  caption: (state) => `${state}：对比侧与基准侧的开销之比，1 的右侧更差`,
  cellColumns: {
    cell: '单元',
    change: '变化',
    interval: '95% 置信区间',
    picture: '各配对与区间',
    pairs: '配对数',
    words: '结论',
  },
  words: {
    unmeasured: ({ judged, wanted, again, moreFailures, failure }) => {
      const pairs =
        moreFailures === null
          ? `${again ? '复测' : ''}需要 ${wanted} 对，可供判定的有 ${judged} 对`
          : `对比侧失败的配对比基准侧多 ${moreFailures} 对，另有 ${judged} 对可供判定`;
      if (failure === null) return `未测完：${pairs}`;
      const side = failure.side === null ? '' : failure.side === 'base' ? '基准侧' : '对比侧';
      return `未测完：${pairs}；${side}最后一次失败：${failure.what}`;
    },
    worseTwice: (limit) => `两次测量的开销都增加超过 ${limit}`,
    betterTwice: (limit) => `两次测量的开销都减少超过 ${limit}`,
    within: (limit) => `差异在 ${limit} 以内`,
    withinWorse: (limit) => `差异在 ${limit} 以内，但开销确有增加`,
    withinBetter: (limit) => `差异在 ${limit} 以内，但开销确有减少`,
    few: '配对太少',
    notAgain: '首次测量超出，复测未再出现',
    notConfirmed: '首次测量超出，尚未复测',
    noDifference: '未见差异',
    costsMore: (limit) => `开销增加，是否超过 ${limit} 尚未判定`,
    costsLess: (limit) => `开销减少，是否超过 ${limit} 尚未判定`,
    onLimit: '恰好在界限上',
    needed: (pairs) => `约需 ${pairs} 对才能定论`,
    both: (seen, more) => `${seen}；${more}`,
  },
  pictureNote: '每个点是一对全新启动；灰色区间为最小效应。',
  pictureNoteAgain:
    '橙色的点来自复测，此时变化与置信区间只取自复测：首次测量中突出的结果，有一部分只是偶然。',
  methodLink: '判定是怎样得出的',
  disturbed: (pairs, limit) =>
    `有 ${pairs} 对不计入判定，已重新测量：测量期间虚拟机管理程序拿走了超过 ${limit} 的 CPU 时间。`,
  canary: (target, low, high, loads) =>
    `同一时段，从不改动的 ${target} 每请求 CPU 时间为 ${low} 至 ${high}（压测 ${loads} 次）。`,
  cost: (cells) => {
    if (cells.every(({ metric }) => metric === 'cpuPerRequestNanoseconds'))
      return '变化指对比侧每请求的开销相对基准侧的增减，越多越差。';
    const costs = '变化指对比侧的开销相对基准侧的增减，按各单元的指标计，越多越差。';
    const turned = cells.some(({ metric }) => metricOf(metric).direction === 'higher');
    return turned ? `${costs}吞吐量的开销是其倒数：+100% 即吞吐量减半。` : costs;
  },
  mode: (cells) => {
    const inTurn = cells.filter(({ mode }) => mode === 'in-turn');
    if (inTurn.length === 0) return '双方在同一组处理器上同时运行。';
    if (inTurn.length === cells.length) return '双方轮流运行，每次只有一方。';
    const titles = [...new Set(inTurn.map(({ metric }) => metricTexts[metric].title))].join('和');
    return `双方在同一组处理器上同时运行；测量${titles}时轮流运行，每次只有一方。`;
  },
  networks: {
    host: '双方共用所在机器的网络。',
    sides: '双方各有独立的网络和数据库。',
  },
  warmup: (warmup) =>
    warmupSentence(warmup, {
      steady: '双方均已预热至稳定状态。',
      brief: (seconds) => `双方最多预热 ${seconds} 秒：此时仍在进行的编译，两侧都有。`,
    }),
  canarySteady: '机器平稳。',
  canaryWhy: (factor) =>
    `可见在这些压测之间，同一个从不改动的服务器每请求的开销最多相差 ${factor}：机器上的其他任务会占用处理器与缓存。`,
  canaryCancels: {
    together:
      '基准侧与对比侧在同一时段、同一组处理器上承压，这种波动在每一对的比值中大部分相互抵消；其余的体现为图中各点的离散。',
    'in-turn': '双方轮流运行时，这种波动不会在每一对的比值中抵消，而是体现为图中各点的离散。',
  },
  sidesTitle: '对比的双方',
  sides: {
    base: '基准侧',
    head: '对比侧',
    label: '指定为',
    framework: '框架',
    runtime: '运行时',
    revision: '提交',
    checkout: '当前工作区',
    pinned: '替换的依赖',
  },
  recomputeTitle: '重新计算',
  recompute: '判定只取决于文件本身：',
  raw: '对比的 JSON，含每一对',
};
