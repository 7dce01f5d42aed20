import { byMetric } from '@pitwall/bench/model';
import type { ChangeClause } from '@pitwall/bench/words';
import type { Messages } from '../en/index.ts';
import { format, spaced } from './formats.ts';
import { type MetricTexts, metricTexts } from './metrics.ts';

const clause =
  (what: string, { worse: more = '增加', better: less = '减少' }: MetricTexts): ChangeClause =>
  (scenario, share, worse) =>
    `${spaced(scenario)}${what}${worse ? more : less} ${share}`;

export const changes: Messages['changes'] = {
  title: '变化',
  lead: '哪些变慢了、哪些变快了，每条都附证据。两边同时承压的对比才能下结论；历史数据和单次运行只能提示。',
  views: '按类型查看变化',
  sides: {
    against: (head, base) => `${head} 对比 ${base}`,
    itself: (name) => `${name} 与自身对比`,
    on: (name, head, base) => `${name}，${head} 对比 ${base}`,
    commits: (name, head, base) =>
      head === null
        ? `${name}，当前工作区对比提交 ${base}`
        : `${name}，提交 ${head} 对比${base === null ? '当前工作区' : ` ${base}`}`,
  },
  clauses: byMetric(({ id }) => clause(metricTexts[id].of, metricTexts[id])),
  further: byMetric(({ id }) => clause('', metricTexts[id])),
  same: (scenarios, _count, limit) => `${spaced(scenarios)}持平（差异在 ${limit} 以内）`,
  open: (scenarios) => `${spaced(scenarios)}未决`,
  nothing: '没有可判定的数据',
  level: ({ name, scenario, metric, share, worse, day, versions }) =>
    `${name}，${scenario}：自${day}起，${metric}${worse ? '变差' : '变好'} ${share}${versions === null ? '' : `（${versions}）`}。`,
  known: {
    together: '两边同时测量',
    confirmed: '已由同时测量确认',
    history: '仅见于历史，尚未确认',
    machine: '金丝雀有同一个变化点：变的是机器',
  },
  proof: '证据',
  togetherTitle: '同时测量',
  togetherText:
    '基准侧与对比侧在同一组处理器上同时运行，外界干扰会同时作用于双方。只有复测再次出现的差异才算数。',
  togetherNone: '尚未发布任何对比。',
  togetherAll: '全部对比及其判定',
  releasesTitle: '版本',
  releasesText: '近两年各版本之间已证实的最大变化：同一程序分别使用两个版本，同时压测。',
  releasesAll: '全部已证实的变化，以及各框架与运行时的版本历史',
  historyTitle: '变化点',
  historyText: '一系列运行的水平在何处改变。各次运行相隔数小时或数天，原因也可能在机器。',
  historyNone: '没有序列出现变化点，或运行次数还不足以判断。',
  historyAll: '全部变化点，含前后两次运行',
  runsTitle: '每次运行与上一次相比',
  runsText: '超出阈值的数据。两次运行不是同时测量的：其间机器自身的变化也包含在差异之中。',
  runsNone: '没有同一机器、同一方案的前一次运行可比。',
  runSentence: ({ after, before, profile, worse, better, figures }) =>
    `${spaced(after)}对比${before}（${profile}）：${worse + better === 0 ? `${format.plain(figures)} 项数据均未证实超出阈值` : `${format.plain(figures)} 项数据中，${worse} 项变差，${better} 项变好`}。`,
  meanwhile: (what) => `其间改变的有：${what}。`,
  nothingMeanwhile: '提交、工具、数据库与版本均相同。',
  runsAll: '任意两次运行对比',
  trendsTitle: '随时间的变化',
  trendsText: '凡有历史的序列都有图表，按目标与场景排列。',
  trendsNone: '尚无有历史的序列：图表至少需要两次同类运行。',
  onTarget: '有何变化',
  onTargetNone: '尚无已知的变化：没有已发布的对比，历史序列也没有变化点，或运行次数还不足以判断。',
};
