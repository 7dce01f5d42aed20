import type { Messages } from '../en/index.ts';
import { format, spaced } from './formats.ts';

const join = (names: readonly string[]): string => names.join('、');
/** 结果文件中的数据库名称含英文说明。 */
const standIn = (database: string): string => database.replace(/ \(in place of (.+)\)$/, '（代替 $1）');

export const replays: Messages['replays'] = {
  title: '重测',
  lead: '尽可能按原文所述，在这里重新测量他人发表的基准测试；版本是今天的，机器是我们的，不同之处逐项列出。',
  warning:
    '发表的数据与我们的数据出自不同的机器、年份和压测工具，只并列展示，不互相比较。可以比较的是各系统的先后次序，以及各自与最优的差距。',
  none: '还没有可重测的研究。研究是 results/published 中的文件，重测方案是 bench/replays 中的文件。可以用下面的命令列出：',
  command: 'npm run bench -- replay',
  listCaption: '已发表且可重测的研究，最早的在前',
  columns: {
    study: '研究',
    date: '发表',
    systems: '系统',
    rows: '行数',
    state: '重测',
    kept: '成立',
    reversed: '颠倒',
    undecided: '无法区分',
  },
  pairsNote:
    '后三列是配对数：把一项研究每张表中的系统两两配对，分别统计次序得到证实的、证实恰好相反的、数据无法区分的。',
  notYet: '尚未',
  onMachine: (count) => `在 ${count} 台机器上`,
  scaledOnly: '仅缩减版',
  claim: (leaders, tables) =>
    tables === 1
      ? `其结论：唯一的一张表中，${leaders[0]?.system} 居首。`
      : `其结论：${tables} 张表中，${leaders.map(({ system, count }) => `${system} 在 ${count} 张中居首`).join('，')}。`,
  noClaim: '没有给出领先者：没有一张表让某个系统领先于其余所有系统。',
  standing: {
    holds: ({ compared }) =>
      `结论成立：${compared === 1 ? '唯一一对的次序' : `${compared} 对的次序全部`}得到证实。`,
    partly: ({ compared, kept, undecided }) =>
      `能够判断的部分成立：${compared} 对中，${kept} 对的次序得到证实，${undecided} 对无法区分。`,
    reversed: ({ compared, kept, reversed, undecided }) =>
      `以今天的版本在这里${kept > 0 ? '不完全成立' : '不成立'}：${compared} 对中，${reversed} 对颠倒，${kept} 对成立，${undecided} 对无法区分。`,
    unknown: ({ compared }) =>
      `结论是否成立无法判断：${compared === 1 ? '唯一一对在这里的差异' : `${compared} 对在这里的差异都`}没有超出噪声。`,
    unmeasured: '结论是否成立尚不知道：还没有重测。',
  },
  originalTitle: '原标题',

  inferred: (date) => `${date}（由文中所列版本推断）`,
  facts: {
    date: '发表',
    source: '来源',
    noSource: '未知',
    machine: '当时的机器',
    loader: '当时的压测工具',
    loop: '当时的负载',
    rounds: '当时的轮次',
    reduced: { single: '仅有的一轮', 'best throughput of 3': '最好的一轮', 'median of 5': '中位数' },
    roundsText: (rounds, reduced) => (rounds === 1 ? '1 轮，原样展示' : `${rounds} 轮，取${reduced}`),
    database: '当时的数据库',
    none: '无',
  },
  systemsTitle: '当时与现在的系统',
  systemsCaption: '研究所测的系统，以及这里代表它的目标',
  systemColumns: { system: '系统', published: '发表时', here: '这里的目标' },

  findingsTitle: '原数据自身的问题',
  findingsNone: '没有发现矛盾。',
  findings: {
    'winner-by-reduction': '取数方式不同，第一名就不同',
    'another-day': '同一作者、同一测试，换一天就不同',
    'spread-of-rounds': '同一行各轮次相差很大',
    'throughput-above-totals': '输出的吞吐量不等于请求数除以时长',
    'mean-latency-impossible': '不可能的平均延迟',
    'slower-than-the-test': '比整个测试还慢的响应',
    'errors-in-a-row': '含错误的行',
    'one-round': '只有一轮',
    'not-all-compared': '没有对比的表',
  },
  shortcomingsTitle: '其他已知的问题',
  shortcomings: {
    'shared-machine': '所有部分都在一台机器上',
    'closed-loop': '协同遗漏',
    'racy-counter': '有数据竞争的计数器',
    'wrong-status': '不存在的路径返回状态码 200',
    'different-work': '工作内容不同',
    'different-bodies': '响应体不同',
    'too-short': '时间太短',
    'unlike-settings': '设置不一致',
  },

  finding: {
    winner: ({ scenario, first, firstLead, second, secondLead }) =>
      `${scenario}：原研究取最好的一轮，${first} 领先 ${firstLead}；若取同样几轮的中位数，则是 ${second} 领先 ${secondLead}。`,
    winnerCaption: (scenario) => `${scenario}：两者的各轮次，每秒请求数（发表值）`,
    winnerColumns: { system: '系统', rounds: '各轮次', best: '最好', median: '中位数' },
    anotherDay: (system, scenario, factor, faster) =>
      `在作者发表的另一次测试中，${system} 的“${scenario}”${faster ? `更快，吞吐量是表中的 ${factor}` : `更慢，表中的吞吐量是其 ${factor}`}。表中小于这一幅度的差异，可能出于同样的原因。`,
    anotherCaption: '表中的轮次与作者其他测试的轮次，每秒请求数（发表值）',
    anotherColumns: {
      system: '系统',
      scenario: '场景',
      table: '表中',
      other: '另一次',
      date: '日期',
      factor: '中位数之比',
    },
    spread: (count) =>
      `有 ${count} 行，最好的一轮比最差的一轮高出一成以上。取最好的一轮，得到的只是运气最好的一次。`,
    spreadCaption: '各轮次相差很大的行，每秒请求数（发表值）',
    spreadColumns: { system: '系统', scenario: '场景', rounds: '各轮次', spread: '最好 ÷ 最差' },
    totals: (most) =>
      `压测工具用连接数除以平均延迟，漏掉了两个请求之间的时间。其吞吐量比请求数除以时长最多高出 ${most}。`,
    totalsCaption: '输出的吞吐量与请求数除以时长，每秒（发表值）',
    totalsColumns: {
      system: '系统',
      scenario: '场景',
      connections: '连接数',
      printed: '输出值',
      totals: '由总数算得',
      factor: '高出',
    },
    mean: (count) =>
      `吞吐量乘以平均延迟等于在途请求数（利特尔法则），闭环中最多等于连接数。有 ${count} 行超出：wrk 为了弥补闭环漏掉的部分，把从未出现的响应也计入了平均值。`,
    meanCaption: '在途请求数多于连接数的行（发表值）',
    meanColumns: {
      system: '系统',
      scenario: '场景',
      throughput: '吞吐量',
      mean: '平均延迟',
      underWay: '在途',
      connections: '连接数',
    },
    slow: (seconds) => `测试持续 ${seconds} 秒。有些连接全程都在等一个响应，另一些却不到一秒就得到了响应。`,
    slowCaption: '含有此类响应的行的延迟（发表值）',
    slowColumns: { system: '系统', scenario: '场景', p50: 'p50', p99: 'p99', max: '最大值' },
    errors: (rows) =>
      `${join(rows)}。失败的请求或者很快返回，或者永不结束，而该表仍把${rows.length === 1 ? '这一行' : '这些行'}与其他行一起排名。`,
    errorRow: (system, scenario, share) => `${system} 的“${scenario}”：${share}`,
    oneRound: (rows) =>
      `${rows === 1 ? '唯一的数值' : `${rows} 个数值都`}只测了一次，无从判断哪些差异是偶然。`,
    notCompared: (tables) => `${spaced(join(tables))}只测了其中一个系统。`,
  },

  thenNowTitle: '当时与现在',
  whole: '研究本身的负载',
  scaled: '缩减版',
  scaledText: (name, why) => `规模较小的版本，单独命名为 ${name}：${why}。`,
  runText: ({ starts: rounds }) => `每个目标重新启动 ${rounds} 次，测于`,
  runLink: '，运行日期：',
  notReplayed: '尚未重测。可以在自己的机器上运行：',
  differencesTitle: '重测的不同之处',
  substitutesTitle: '研究之外增加的系统',
  substitute: (target, system, why) => `${target}，与 ${system} 并列：${why}`,

  table: {
    title: (scenario, connections, closing) =>
      `${scenario}，${format.plain(connections)} 个连接${closing ? '，用后关闭' : ''}`,
    captionThen: '发表值，每秒请求数。',
    caption: (shape, database) =>
      `左侧为发表值，右侧为这里的测量值，负载为 ${shape}${database ? `，${standIn(database)}` : ''}。单位为每秒请求数，越高越好。`,
    groups: { published: (date) => `发表于${date}`, here: (day) => `在这里测于${day}` },
    columns: {
      system: '系统',
      place: '名次',
      throughput: '请求/秒',
      share: '占最优的比例',
      framework: '框架',
      reduced: { single: '第一轮', 'best throughput of 3': '3 轮取最好', 'median of 5': '5 轮中位数' },
      reducedPlace: '名次',
      median: '中位数',
      rank: '名次区间',
      shareNow: (best) => `占 ${best} 的比例`,
    },
    substitute: '替代',
    unranked: '不排名',
    noPlace: '不计次序',
    noCell: {
      'not-served': '该目标不提供此场景。',
      'no-database': '那次运行没有这种数据库。',
      'not-in-run': '那次运行时，重测中还没有这一行。',
      unfinished: '那次运行没有留下这一行的结果。',
    },
    claimed: (order) =>
      order.length === 2 ? `其结论：${order[0]} 领先 ${order[1]}。` : `其结论：次序为 ${order.join('、')}。`,
    holds: (kept, compared) =>
      kept === compared
        ? `成立：${compared === 1 ? '唯一一对' : `${compared} 对全部`}得到证实。`
        : kept === 0
          ? `是否成立无法判断：${compared === 1 ? '唯一一对的差异' : `${compared} 对的差异都`}没有超出噪声。`
          : `能够判断的部分成立：${compared} 对中有 ${kept} 对得到证实。`,
    kept: (kept) => `${kept} 对成立。`,
    undecided: (undecided) => `${undecided} 对无法区分。`,
    reversed: (pairs) => `在这里不成立：${join(pairs)}。`,
    reversedPair: (now, then) => `${now} 现已领先 ${then}`,
    nothing: '这张表中，有数据的系统不足两个。',
    reducedDiffers: (byStudy, byMedian) =>
      `按研究自己的取数方式，这里的第一名是 ${byStudy}；按中位数则是 ${byMedian}。`,
  },
  rawLinks: '发表数据与本对比的 JSON',
  published: '发表数据',
  comparison: '对比',
  homeLink: '重新测量已发表的基准测试：当时与现在',
};
