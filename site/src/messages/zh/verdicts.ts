import type { Messages } from '../en/index.ts';

export const verdicts: Messages['verdicts'] = {
  title: '裁决',
  lead: '基线与新版本在同一组处理器上同时承压：一个合并请求、一个版本或一个选项究竟要付出多少代价。',
  none: '尚未发布任何对比。用下面的命令可以做一次：',
  command: 'npm run bench -- duet go/gin@HEAD~1 go/gin',
  listCaption: '已发布的对比，最新的在前',
  columns: { when: '测量时间', what: '对象', verdict: '裁决', machine: '机器' },
  pageTitle: (head, base) => `${head} 对比 ${base}`,
  and: (count) => `另有 ${count} 组`,
  sentence: (counts, cells) => {
    const rest = [
      ...(counts.improved > 0 ? [`${counts.improved} 个改善`] : []),
      ...(counts.same > 0 ? [`${counts.same} 个持平`] : []),
      ...(counts.undecided > 0 ? [`${counts.undecided} 个未决`] : []),
    ].join('，');
    return counts.regressed > 0
      ? `${cells} 个单元中有 ${counts.regressed} 个性能回退${rest ? `；${rest}` : ''}。`
      : `${cells} 个单元均无性能回退：${rest}。`;
  },
  states: { regressed: '回退', improved: '改善', undecided: '未决', same: '持平' },
  stateTexts: {
    regressed: '代价至少增加了最小效应，复测时再次出现。',
    improved: '代价至少减少了最小效应，两次测量均如此。',
    undecided: '现有各对无法判断它落在最小效应的哪一侧。',
    same: '整个置信区间都落在最小效应之内。',
  },
  caption: (state) => `${state}：新版本每个请求的代价与基线之比，1 的右侧更差`,
  cellColumns: {
    cell: '单元',
    change: '变化',
    interval: '95% 置信区间',
    picture: '各对与区间',
    pairs: '对数',
    words: '结论',
  },
  words: {
    worseTwice: (limit) => `两次测量的代价都增加超过 ${limit}`,
    betterTwice: (limit) => `两次测量的代价都减少超过 ${limit}`,
    within: (limit) => `差异在 ${limit} 以内`,
    withinWorse: (limit) => `差异在 ${limit} 以内，但代价确有增加`,
    withinBetter: (limit) => `差异在 ${limit} 以内，但代价确有减少`,
    few: '对数太少',
    notAgain: '曾被标记，复测未再出现',
    notConfirmed: '已被标记，尚未复测',
    noDifference: '未见差异',
    costsMore: (limit) => `代价增加，可能达到 ${limit}`,
    costsLess: (limit) => `代价减少，可能达到 ${limit}`,
    onLimit: '恰好处在界限上',
    needed: (pairs) => `约需 ${pairs} 对才能定论`,
    both: (seen, more) => `${seen}；${more}`,
  },
  pictureNote: '每个点是一对全新启动；灰色为最小效应区间。',
  disturbed: (pairs, limit) =>
    `有 ${pairs} 对已重新测量、不计入裁决：测量期间虚拟机管理程序拿走了超过 ${limit} 的处理器时间。`,
  reference: (target, low, high, loads) =>
    `同一时段，从不改动的 ${target} 每个请求耗时 ${low} 至 ${high}（加载 ${loads} 次）。`,
  referenceSteady: '机器平稳。',
  referenceWhy: (factor) =>
    `可见机器本身每一秒的快慢相差 ${factor}，远大于上面的差异：机器上的其他任务会占用处理器与缓存。基线与新版本在同一秒、同一组处理器上承压，这种波动在每一对的比值中相互抵消；剩下的就是图中各点的离散程度。`,
  armsTitle: '对比的双方',
  arms: {
    base: '基线',
    head: '新版本',
    label: '指定为',
    framework: '框架',
    runtime: '运行时',
    revision: '提交',
    checkout: '当前工作区',
    pinned: '替换的依赖',
  },
  recomputeTitle: '重新计算',
  recompute: '裁决只取决于文件本身：',
  raw: '对比的 JSON，含每一对',
};
