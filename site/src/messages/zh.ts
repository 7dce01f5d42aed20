import {
  type DatabaseKind,
  databaseTitles,
  hasRate,
  isStandIn,
  type LoadShape,
  type MarkCode,
  type MetricId,
  type MissingReason,
  productOf,
  type RunDatabase,
  type ScenarioId,
  scenarioOf,
} from '@pitwall/bench/model';
import { formatsOf } from '../lib/format.ts';
import { choose } from './choose.zh.ts';
import { compare } from './compare.zh.ts';
import type { Messages } from './en.ts';
import { guide } from './guide.zh.ts';
import { history } from './history.zh.ts';
import { methodologySections } from './methodology.zh.ts';
import { replays } from './replays.zh.ts';
import { verdicts } from './verdicts.zh.ts';
import { warmUp } from './warm-up.zh.ts';

/** 全站的简体中文。数字与名称均已格式化后传入。 */

const list = new Intl.ListFormat('zh-CN');
const format = formatsOf('zh-CN', { hours: '小时', minutes: '分', seconds: '秒' });

const scenarioTexts: Record<ScenarioId, { title: string; summary: string; answer: string }> = {
  plaintext: {
    title: '纯文本',
    summary: '十三个字节的固定文本。',
    answer: '200 `text/plain` `Hello, World!`',
  },
  json: {
    title: '小型 JSON',
    summary: '每个请求都重新序列化的小对象。',
    answer: '200 `{"status":1,"msg":"成功"}`',
  },
  'json-large': {
    title: '大型 JSON',
    summary: '约 10.7 kB 的 JSON，每个请求都重新序列化。',
    answer: '200 `{"content":…,"size":100,"price":10.12,"vip":true}`，content 为 100 行中文',
  },
  error: {
    title: '错误处理',
    summary: '处理函数抛出框架自身的 HTTP 错误，由框架的错误处理应答。',
    answer: '400 `{"code":400,"message":"abcd"}`',
  },
  'not-found': {
    title: '未知路径',
    summary: '没有对应路由，由框架的兜底处理应答。',
    answer: '404 `{"code":404,"message":"not found"}`',
  },
  counter: {
    title: '计数器',
    summary: '每个请求都经过的中间件计数，任何并发下都必须精确。',
    answer: '200 `{"code":200,"message":n}`；k 个请求之后 n 恰好增加 k',
  },
  asset: {
    title: '按编号取资产',
    summary: '内存中 1,000 项资产之一，随机抽取。',
    answer: '200 `{"id":1,"name":"asset001","desc":"测试资产001"}`；未知编号为 404',
  },
  menus: {
    title: '菜单行',
    summary: '数据表的前若干行，每个请求查询一次，行数随机。',
    answer:
      '200 `{"status":1,"msg":"success","data":[…]}`，`sys_menu` 按 id 排序的行：id（字符串）、name、show_flag、create_date、code、parent_code',
  },
  'account-insert': {
    title: '新增账户',
    summary: '解析并校验 JSON 请求体，插入一行，返回带新编号的该行。',
    answer: '201，新建的行：id、created_at、updated_at、register_date、name、nick_name、introduction、status',
  },
  'account-list': {
    title: '全部账户',
    summary: '一次返回数据表全部 1,000 行，约 300 kB。',
    answer: '200 `[…]`，`accounts` 按 id 排序的全部行，各行与 `account-get` 相同',
  },
  'account-get': {
    title: '按编号取账户',
    summary: '1,000 行之一，按主键查询，随机抽取。',
    answer:
      '200 `{"id":1,…}`：id、created_at、updated_at、register_date、name、nick_name、introduction、status；未知编号为 404',
  },
  users: {
    title: '用户文档',
    summary: '集合中的 5 个文档，每个请求查询一次。',
    answer: '200 `[…]`，`users` 按 id 排序的文档：id（24 位十六进制）、username、created_at、updated_at',
  },
};

const metricTitles: Record<MetricId, string> = {
  throughputPerSecond: '吞吐量',
  cpuPerRequestNanoseconds: '每请求 CPU 时间',
  latencyP50Seconds: '延迟 p50',
  latencyP90Seconds: '延迟 p90',
  latencyP99Seconds: '延迟 p99',
  latencyP999Seconds: '延迟 p99.9',
  peakMemoryBytes: '峰值内存',
};

const marks: Record<MarkCode, { label: string; explanation: string }> = {
  'loader-bound': {
    label: '受限于压测工具',
    explanation: '压测工具的处理器已满而服务器的没有：服务器可能比数据显示的更快。',
  },
  errors: { label: '有错误', explanation: '压测期间有连接失败或超时。' },
  'not-warm': {
    label: '未预热完',
    explanation: '预热时间用尽时，其运行时仍在编译：稳定状态可能比数据显示的更快。',
  },
  unsteady: { label: '未平稳', explanation: '预热达到上限时，吞吐量仍未平稳。' },
  'stolen-time': { label: 'CPU 被占用', explanation: '压测期间，虚拟机管理程序把处理器时间分给了别人。' },
  disturbed: { label: '受干扰', explanation: '压测期间，其他程序占用了服务器的处理器。' },
  throttled: { label: '被限流', explanation: 'CPU 时间配额限制了服务器。' },
  'few-samples': { label: '样本不足', explanation: '请求太少，最高的百分位无法与偶然区分。' },
  'rate-not-reached': { label: '未达速率', explanation: '请求发出得比应有的慢：延迟对应的是更低的速率。' },
  'status-mismatch': { label: '状态码错误', explanation: '响应的状态码与场景规定的不同。' },
  'count-mismatch': { label: '计数不符', explanation: '服务器统计的请求数与压测工具的不同。' },
  'size-changed': { label: '大小改变', explanation: '压测中响应的大小与此前检查所见的不同。' },
  'wrong-body-under-load': { label: '响应体错误', explanation: '压测期间读到的某个响应不符合契约。' },
  'stale-row': { label: '数据陈旧', explanation: '压测期间修改的一行没有出现在下一次读取中。' },
  'not-from-database': {
    label: '未经数据库',
    explanation: '数据库实际执行的查询或返回的行数少于响应所应有的。',
  },
  'rows-mismatch': { label: '行数不符', explanation: '压测之后数据库中的行与响应所承诺的不一致。' },
  'littles-law': { label: '利特尔法则', explanation: '吞吐量、延迟与连接数三者不一致。' },
  'connections-missing': { label: '连接不足', explanation: '压测过半时，打开的连接少于要求的数目。' },
  'slow-stop': { label: '停止过慢', explanation: '服务器未能在要求的时间内退出。' },
  'round-failed': { label: '启动失败', explanation: '至少有一次启动没有得到数据。' },
};

const missing: Record<MissingReason, string> = {
  'not-counted-by-target': '目标不作统计。',
  'not-told-by-loader': '压测工具不提供。',
  'no-database': '该场景没有数据库。',
  'too-few-samples': '请求太少，得不出该百分位。',
  'too-few-rounds': '启动次数太少。',
  'no-accounting': '机器不提供该项统计。',
  'round-failed': '所有启动均失败。',
  'tool-missing': '缺少工具。',
  'not-in-profile': '档案不含此项。',
};

const steps: Record<'left-out' | 'build' | 'start' | 'verify', string> = {
  'left-out': '未参加',
  build: '构建失败',
  start: '未能启动',
  verify: '不符合契约',
};

const units: Record<string, string> = {
  rounds: '轮',
  blocks: '个区组',
  digits: '位有效数字',
  bytes: '字节',
  s: '秒',
  share: '（比例）',
  connections: '个连接',
  requests: '个请求',
};

const constantWhy: Record<string, string> = {
  QUIET_COMPILING_RATIO: '占服务器处理器时间的比例：编译线程低于它，就没有剩余的工作',
  QUIET_SECONDS: '编译线程安静这么久，服务器才算预热完毕',
  FALLING_RATIO: '每请求的开销仍在下降得比它多时，服务器还没有预热完',
  FEW_CONNECTIONS: '连接这么少时，编译线程能分到一直在提供服务的处理器',
  DATABASE_POOL_SIZE: '对每个目标都相同，数据才不是“连接池更大”的结果',
  LOADER_FULL_RATIO: '超过它而服务器的处理器未满时，单元被标记为受限于压测工具',
  SERVER_FULL_RATIO: '低于它则瓶颈不在服务器',
  STOLEN_LIMIT_RATIO: '虚拟机管理程序拿走的时间超过它，数据即受干扰',
  MOST_DISTURBED_RATIO: '受虚拟机管理程序干扰的配对会重测且不参与判定，除非其占比超过此值',
  DISTURBED_LIMIT_RATIO: '其他程序占用服务器的处理器超过了它',
  RATE_REACHED_RATIO: '服务器承受不了该速率，就谈不上该速率下的延迟',
  FAILURES_IN_A_ROW: '测不出的单元不能拖住整个运行',
  FIXED_COUNT_LIMIT_SECONDS: '固定请求数的负载没有预定的结束时间；超过它即终止并记为失败',
  LOADER_GRACE_SECONDS: '挂起的压测工具会被终止，该轮记为失败',
  SAMPLES_FOR_P99: '更少则不给出 p99：那只会是最慢的几个请求',
  SAMPLES_FOR_P999: '更少则不给出 p99.9',
  LITTLE_LOW_RATIO: '闭环中，吞吐量 × 平均延迟低于连接数的这一比例即作标记',
  LITTLE_HIGH_RATIO: '超过它，数据便自相矛盾',
  SIZE_SLACK_RATIO: '收到的字节数与正确响应的差异最多为此',
  INSTANT_SLACK_BYTES: '响应中每含一个时刻，收到的字节数可再差这么多：其秒的小数可能以零结尾而被省去',
  COUNTED_BY_DATABASE_RATIO: '响应所应有的查询与行数，数据库自身的计数至少要达到这一比例',
  REQUEST_TIMEOUT_SECONDS: '压测工具等待一个响应的上限；超过即计为错误',
};

const arrival = (shape: LoadShape): string =>
  !hasRate(shape)
    ? '闭环'
    : 'perSecond' in shape.rate
      ? `每秒 ${format.plain(shape.rate.perSecond)} 个请求`
      : `处理能力的 ${Math.round(shape.rate.shareOfCapacity * 100)}%`;

const amount = (shape: LoadShape): string =>
  'requests' in shape
    ? `，${format.plain(shape.requests)} 个请求`
    : shape.seconds === undefined
      ? ''
      : `，${shape.seconds} 秒`;

const closing = (shape: LoadShape): string => (shape.connection === 'close' ? '，每个请求后关闭' : '');

export const zh: Messages = {
  language: 'zh-Hans',
  locale: 'zh-CN',
  languageName: '简体中文',
  openGraphLocale: 'zh_CN',
  format,
  list: (names) => list.format(names),
  comma: '，',
  semicolon: '；',
  colon: '：',
  stop: '。',
  siteName: 'Pitwall',
  skip: '跳到正文',
  nav: {
    label: '站点',
    ranking: '排名',
    frameworks: '框架',
    compare: '对比',
    choose: '选型',
    warmUp: '预热',
    trends: '趋势',
    regressions: '回退',
    verdicts: '裁决',
    replays: '重测',
    machines: '机器',
    runs: '运行',
    methodology: '方法',
    glossary: '术语表',
    addFramework: '添加框架',
    data: '数据',
    feed: '订阅',
  },
  languages: '语言',
  theme: { label: '主题', system: '跟随系统', light: '浅色', dark: '深色' },
  footer: '结果采用 CC BY 4.0 许可，代码采用 MIT 许可。本站的每个数值都可下载，含其所依据的每一次启动。',
  statement: 'Web 框架在负载下的表现，每个数值都带有不确定度：凡数据无法说得更细之处，名次就是一个区间。',
  homeTitle: '哪个框架更快？差异是真的吗？',

  metricTitles,
  metricUnits: {
    throughputPerSecond: '每秒请求数',
    cpuPerRequestNanoseconds: '服务器处理每个请求所用的 CPU 时间',
    latencyP50Seconds: '半数响应在此时间内到达',
    latencyP90Seconds: '90% 的响应在此时间内到达',
    latencyP99Seconds: '99% 的响应在此时间内到达',
    latencyP999Seconds: '99.9% 的响应在此时间内到达',
    peakMemoryBytes: '整个进程树的常驻内存',
  },
  scenarioTitle: (id) => scenarioTexts[id].title,
  scenarioSummary: (id) => scenarioTexts[id].summary,
  scenarioRoute: (id) => scenarioOf(id).route,
  scenarioAnswer: (id) => scenarioTexts[id].answer,
  describeShape: (shape) =>
    `${shape.loader}，${shape.connections} 个连接${closing(shape)}，${hasRate(shape) ? `固定速率：${arrival(shape)}` : '闭环'}${amount(shape)}${shape.timeoutSeconds === undefined ? '' : `，响应限时 ${shape.timeoutSeconds} 秒`}`,
  databaseName: (database: RunDatabase) => {
    const name = `${productOf(database)} ${database.version}`;
    const kind: DatabaseKind = database.kind;
    return isStandIn(database) ? `${name}（代替 ${databaseTitles[kind]}）` : name;
  },
  unit: (unit) => units[unit] ?? unit,
  constantWhy: (name, why) => constantWhy[name] ?? why,
  arrival,
  loadShape: (shape) => `${arrival(shape)}，${shape.connections} 个连接${closing(shape)}${amount(shape)}`,
  direction: { higher: '越高越好', lower: '越低越好' },
  kinds: { platform: '平台', micro: '微型', full: '全栈' },
  kindExplanations: {
    platform: '是服务器而不是框架：用来显示其他目标离机器的极限还有多远。',
    micro: '路由，此外几乎没有别的。',
    full: '面向完整应用的框架。',
  },
  accessKinds: { raw: '原生驱动', 'query-builder': '查询构造器', orm: 'ORM' },

  ranking: {
    title: (scenario, metric) => `${scenario}：${metric}`,
    chooserLabel: { scenario: '场景', loadShapeId: '负载形态', metric: '指标', machine: '机器' },
    caption: ({ scenario, shape, metric, unit, direction, database }) =>
      `${scenario}，${shape}${database ? `，${database}` : ''}。${metric}：${unit}；${direction}。`,
    measuredOn: '测于',
    measuredIn: (starts, inBlocks) =>
      inBlocks
        ? `${starts} 个区组的中位数，每个区组都重新启动服务器，并预热到稳定状态`
        : `${starts} 轮的中位数，每轮重新启动服务器`,
    fromRun: '数据来自运行',
    fromProfile: (profile, blocks) => `档案 ${profile}${blocks === null ? '' : `，${blocks} 个区组`}`,
    columns: {
      rank: '名次',
      name: '框架',
      language: '语言',
      access: '数据库访问',
      interval: '95% 置信区间',
      factor: '与最优相差',
    },
    unranked: '不排名',
    fewRounds: '只启动过一次就没有区间，名次无从区分。',
    leads: (first, factor, second) => `${first} 领先：是 ${second} 的 ${factor}。`,
    leadsAlone: (first) => `这里只有 ${first} 有名次。`,
    shares: (names, among) =>
      names.length > 4
        ? `${among} 个之中有 ${names.length} 个都可能是第一：数据无法区分。`
        : `${list.format(names)}都可能是第一：数据无法区分。`,
    nobody: '这张表中没有可以排名的目标。',
    ceiling: (target, value) => `这台机器本身在此达到 ${value}（${target}）：在它上面测得的不可能更高。`,
    plateau: (names, low, high) =>
      `${list.format(names)}都停在 ${low} 至 ${high} 之间：限制它们的不是框架本身，先后次序没有意义。`,
    legendTitle: '如何阅读',
    legend:
      '条形从零开始，终点为中位数；须线为 95% 置信区间。对数刻度没有零点，故以圆点代替条形。3–6 这样的名次列出了两个目标逐次启动的差异所不能排除的全部名次。',
    controls: {
      label: '表格显示内容',
      search: '搜索',
      filters: '筛选',
      searchHint: '按 / 搜索',
      language: '语言',
      kind: '类型',
      access: '数据库访问',
      variant: '变体',
      only: '行',
      comparable: '仅可比',
      comparableHint: '隐藏没有名次或带公平性标记的行',
      baseline: '对照',
      best: '最优者',
      scale: '刻度',
      linear: '线性',
      logarithmic: '对数',
      copy: '复制链接',
      copied: '已复制',
      clear: '显示全部',
    },
    count: '显示 {shown} / {all}',
    nothing: '没有符合条件的行。数据都在，请去掉某个筛选条件。',
    sorted: '按{column}排序',
    sortedDescending: '按{column}倒序',
    times: '为 {name} 的倍数',
    sortBy: '排序',
    details: '详情',
    marksTitle: '本表中的标记',
    marked: (name, rounds, detail) => `${name}，${rounds}：${detail}`,
    roundsOf: (rounds, inBlocks) =>
      `第 ${rounds.map((round) => round + 1).join('、')} ${inBlocks ? '个区组' : '轮'}`,
    invalidating: '因此不参与排名。',
    restTitle: '没有数据的目标',
    restCaption: '本次运行中在这张表里没有数据的目标及原因',
    restColumns: { name: '框架', what: '情况', why: '原因' },
    download: '下载本表：',
  },

  outcome: {
    steps,
    missing: '无数据',
    missingReasons: missing,
    noCell: '未测量',
    noCellFinished: '本次运行没有它的单元：该目标不提供此场景。',
    noCellUnfinished: '运行在测到它之前就结束了。',
  },
  marks,
  flags: {
    label: '标记',
    title: '公平性标记',
    text: '存在争议或已知有差别的条目会在此注明，并附讨论链接。标记保存在目标的清单文件中。',
    none: '没有目标带有标记。',
    kinds: { disputed: '有争议', differs: '工作内容不同', tuned: '为测试调优', stripped: '经过裁剪' },
    thread: '讨论',
  },

  banner: {
    shared: '与其他任务共用',
    virtual: (kind) => `虚拟机（${kind}）`,
    title: (parts) =>
      `这台机器${parts.map((part) => (part.startsWith('与') ? part : `是${part}`)).join('，')}。`,
    consequence: '与数值本身相比，同一页面内的差异更可靠。',
  },

  empty: {
    title: '还没有结果',
    text: '本站展示仓库 results 目录中的内容，目前其中没有已完成的运行。几分钟即可在自己的机器上测量，不需要容器：',
    commands: ['npm ci', 'npm start'],
    after: '运行完成并发布之后，第一张排名表就会出现在这里。',
  },

  framework: {
    listTitle: '框架',
    listCaption: '所展示运行中的全部目标',
    columns: { name: '名称', language: '语言', kind: '类型', target: '目标' },
    of: (language, kind) => `${language}，${kind}`,
    onMachine: '机器',
    inRun: '，运行日期',
    inOneRun: '，运行日期',
    measuredTitle: '结果',
    variantsLabel: '变体',
    identityTitle: '测量对象',
    identity: {
      framework: '框架',
      runtime: '运行时',
      commit: '提交',
      modified: '含未提交的改动',
      unknownCommit: '不在 git 中',
      unknownVersion: '版本未知',
      artifact: '构建产物',
      artifactKinds: { files: '文件', image: '镜像' },
      image: '容器镜像',
      imageOf: (date) => `取自${date}的运行`,
      build: '构建',
      cleanBuildUnit: (rounds, date) => `由源码全新构建，依赖已下载，共 ${rounds} 次，取自${date}的运行`,
      firstBuild: '仅一次，含下载',
      linesOfCode: '代码行数',
      linesOfCodeUnit: '行，含该目标的全部变体',
      databases: '本次运行的数据库',
      coldStart: '冷启动',
      site: '网站',
      repository: '代码仓库',
      notes: '说明',
      maintainers: '维护者',
      coldStartUnit: (rounds) => `至首个响应，共启动 ${rounds} 次`,
      access: '数据库访问',
      notMeasured: '未测量',
      none: '无',
    },
    droppedTitle: (step) => steps[step],
    next: '下一步：',
    removed: '该目标已不在仓库中，或已改名。其结果予以保留。',
    versions: '清单中的变体',
    fieldTitle: '与全体比较',
    fieldText: '每个场景一条线，从最优（左）到最慢：每条刻度是一个目标变体，色带是本目标及其置信区间。',
    fieldCaption: (variant) => `${variant} 在这台机器全部目标变体中的位置，按场景`,
    fieldColumns: { scenario: '场景', metric: '指标', rank: '名次', place: '所处位置', factor: '与最优相差' },
    fieldSentence: ({ first, among, median }) =>
      `在 ${among} 项比较中有 ${first} 项可能是第一；居中的一项与最优相差 ${median}。`,
    curvesTitle: '按速率与百分位的延迟',
    curvesText: '左：本次运行各速率下的 p50 与 p99。右：各速率下的百分位。两图的时间轴均为对数。',
    curveRate: (scenario) => `${scenario}：各速率下的 p50（实线）与 p99（虚线）`,
    curvePercentile: (scenario) => `${scenario}：各百分位的延迟，每条线一个速率`,
    curveShare: (scenario) => `${scenario}：全部启动全部请求的延迟分布，每条线一个速率`,
    shareSummary: '按请求占比的延迟',
    shareCaption: (variant) => `全部启动的全部请求合计，${variant}`,
    shareNote:
      '来自每个请求的直方图，精确到两位数字。只有至少十个请求比它更慢时才给出该占比。上方的中位数表则对每次启动同等看待。',
    requests: '请求数',
    roundsTitle: '各次启动',
    roundsText:
      '闭环中的每次全新启动为一个点，每个场景各用一条从零开始的刻度：每个区组一次，已除去该区组对全体的影响；或每轮一次。',
    roundsOf: (scenario, values) => `${scenario}：${values}`,
    badgeTitle: '徽章',
    badgeText: '可放入框架自己的 README；每次发布运行后重新绘制。',
    historyLink: '该目标的历史',
    compareLink: (name) => `与 ${name} 对比`,
    compareTitle: '对比',
    flagsTitle: '公平性标记',
    capacityTitle: '处理能力',
    capacityCaption: (variant) => `wrk 闭环，${variant}：中位数与 95% 置信区间`,
    latencyTitle: '延迟',
    latencyCaption: (variant) => `oha 固定速率，${variant}：各次启动的中位数`,
    latencySentence: ({ shape, best, bestValue, worst, worstValue }) =>
      `${shape}时，“${best}”99% 的响应在 ${bestValue} 内到达，“${worst}”则在 ${worstValue} 内。`,
    latencySentenceOne: ({ shape, best, bestValue }) =>
      `${shape}时，“${best}”99% 的响应在 ${bestValue} 内到达。`,
    chartLabel: (name) => `${name} 各场景的延迟：每条从 p50 到 p99。下方表格数据相同。`,
    chartNote: '每条从 p50 到 p99，对数刻度。',
    cellColumns: { scenario: '场景', shape: '负载形态', rank: '名次', p99Rank: 'p99 名次', marks: '标记' },
    rankAmong: (rank, among) => `${rank} / ${among}`,
    checksTitle: '契约检查',
    checksSummary: (passed, failed, skipped) => `通过 ${passed} 项，失败 ${failed} 项，跳过 ${skipped} 项`,
    checksCaption: (name) => `${name} 的全部契约检查，按执行顺序`,
    checkColumns: { id: '检查', status: '结果', detail: '细节' },
    statuses: { passed: '通过', failed: '失败', skipped: '跳过' },
    noChecks: '没有执行检查。',
    reproduceTitle: '重现',
    reproduceText: '在本仓库的检出目录中：',
    startCommandText: '服务器的启动命令为',
    loaderCommandText: '每个负载各有自己的命令，例如',
    rawLink: (day) => `${day}的原始结果，含每次启动（JSON）`,
    failuresTitle: '没有数据的启动',
    failure: (cell, round, what) => `${cell}，第 ${round + 1} 次：${what}`,
  },

  machine: {
    listTitle: '机器',
    listText: '不同机器的数据从不互相比较。',
    listCaption: '有结果的机器',
    title: (id) => `机器 ${id}`,
    short: (processor, processors, memory) => `${processor}，${processors} 个处理器，${memory}`,
    columns: { id: '机器', processor: '处理器', shown: '展示的运行' },
    facts: {
      processor: '处理器',
      logical: '逻辑处理器',
      architecture: '架构',
      memory: '内存',
      system: '操作系统',
      kernel: '内核',
      governor: '调频策略',
      governorUnknown: '内核未提供',
      hostOf: (roles) => `${roles}所在主机`,
      roles: { server: '服务器', database: '数据库', loader: '压测工具' },
      virtualisation: '虚拟化',
      bare: '无：物理机',
      shared: '是否共用',
      sharedYes: '可能：没有人声明它是专用的',
      sharedNo: '否：已声明专用',
    },
    rankings: '这台机器的排名',
    runsTitle: '运行',
    raw: '机器文件（JSON）',
    noRun: '没有已完成的运行。',
  },

  run: {
    listTitle: '运行',
    listText:
      '每台机器的每张表都取自含有该表的最新一次已完成的区组运行；一次 standard 运行分为几部分，各有各的表。只有轮次运行的机器，则全部取自其最完整档案中最新的一次。其余的留在此处。',
    listCaption: '全部运行，最新的在前',
    columns: { run: '运行', machine: '机器', profile: '档案', state: '状态', targets: '目标' },
    finished: '已完成',
    unfinished: '未完成',
    shown: '展示中',
    targets: (measured, dropped) =>
      dropped === 0 ? `测量 ${measured} 个` : `测量 ${measured} 个，未测 ${dropped} 个`,
    title: (day) => `${day}的运行`,
    facts: {
      machine: '机器',
      commit: '提交',
      profile: '档案',
      launcher: '启动方式',
      seed: '全部次序与抽取的种子',
      rounds: '每个单元的轮次',
      measure: '每轮的测量时间',
      blocks: '区组',
      blocksText: (done, planned) =>
        `${done === planned ? planned : `${planned} 个中完成 ${done}`} 个，每个区组都重新启动全部目标`,
      slices: '切片',
      slicesText: ({ seconds, rateSeconds, cycles, timed }) =>
        `每片 ${seconds} 秒${rateSeconds === null ? '' : `（固定速率为 ${rateSeconds} 秒）`}，每个循环中每个目标一片，每个区组${timed ? '至少' : ''} ${cycles} 个循环`,
      blockTime: '计划用时',
      warmupBound: (seconds, leftOut) =>
        `直到稳定状态，每个场景最多 ${seconds} 秒；届时仍未预热完的${leftOut ? '不予测量' : '加上标记，不参与排名'}`,
      warmup: '预热',
      warmupText: ({ min, max, slice, tolerance }) =>
        `${min} 至 ${max} 段，每段 ${slice} 秒，直到相邻两段相差不超过 ${tolerance}%`,
      coldStarts: '冷启动次数',
      builds: '计时构建次数',
      processors: '处理器',
      processorsText: (server, database, loader) =>
        `服务器 ${server}，数据库 ${database}，压测工具 ${loader}`,
      pinned: '已绑定',
      notPinned: '未绑定：机器不支持',
      tools: '工具',
      toolMissing: '缺失',
      databases: '数据库',
      none: '无',
      time: '用时',
      timeText: (wall, load, measured) => `${wall}，其中压测 ${load}，计入测量 ${measured}`,
      timeUnknown: '未知：运行没有完成',
      scenarios: '场景',
      shapes: '负载形态',
    },
    targetsTitle: '运行内容',
    targetsCaption: '本次运行的目标',
    targetColumns: { target: '目标', state: '状态', raw: '原始结果' },
    measured: '已测量',
    noResult: '没有结果：运行提前结束',
    list: '运行列表',
    yearTitle: (machine, year) => `${machine} 在 ${year} 年的运行`,
    olderTitle: '更早的运行',
    newest: (count) => `此处列出最新的 ${count} 次。`,
    rawInRepository: (path) => `其原始结果在仓库的 ${path} 中。`,
    diffLink: '与上一次运行相比的变化',
    diff: {
      title: (before, after) => `从${before}到${after}`,
      lead: '同一台机器、同一档案的两次运行。它们不是同时测量的：其间机器自身的变化包含在每个差异之中，只有对测才能把它分开。',
      nothing: '这台机器此前没有与本次共有单元的运行。',
      verdict: ({ worse, better, cells }) =>
        worse + better === 0
          ? `${cells} 项数据均没有超出阈值的差异。`
          : `${cells} 项数据中，${worse} 项变差、${better} 项变好，均超出阈值。`,
      unresolvedCount: (count) => (count === 0 ? '' : `${count} 项无法判断：置信区间跨过了阈值。`),
      thresholds: (threshold) =>
        `阈值：${threshold}。整个 95% 置信区间都在阈值之外才算数，且全部数据的错误发现率控制在 5%。`,
      changedTitle: '改变了什么',
      changedColumns: { what: '项目', before: '之前', after: '之后' },
      commit: '提交',
      tool: (name) => `工具 ${name}`,
      database: (name) => `数据库 ${name}`,
      version: (target) => `${target} 的版本`,
      nothingChanged: '提交、工具、数据库与版本均相同。',
      significantTitle: '超出阈值',
      significantCaption: '差异超出阈值的数据，幅度大的在前',
      unresolvedTitle: '无法判断',
      unresolvedCaption: '置信区间跨过阈值的数据，区间宽的在前；更多次启动可以判明',
      more: (count) => `另有 ${count} 项见 JSON 文件。`,
      columns: {
        target: '目标',
        scenario: '场景',
        shape: '负载形态',
        metric: '指标',
        change: '变化',
        interval: '95% 置信区间',
        before: '之前',
        after: '之后',
      },
      same: (count) => `${count} 项在阈值以内。`,
      json: '本次对比的全部数据（JSON）',
      another: '与另一次运行对比',
      any: {
        title: '两次运行对比',
        lead: '同一台机器的任意两次运行，逐项比较。其间机器自身的变化包含在每个差异之中，只有对测才能把它分开。',
        machine: '机器',
        before: '之前',
        after: '之后',
        scripts: '选择需要脚本。没有脚本时，每次运行的页面会链接到它与前一次运行的对比。',
        option: (day, profile, targets) => `${day} · ${profile} · 目标数：${targets}`,
        choose: '选择两次运行。',
        failed: '这些运行的数据读取失败。',
        unknown: (run) => `这台机器没有已完成的运行 ${run}。`,
        nothing: '两者没有共同的数据。',
        sentence: ({ cells, worse, better, open, same }) =>
          `共同的数据：${cells} 项。超出阈值：变差 ${worse} 项，变好 ${better} 项。无法判断：${open} 项。阈值以内：${same} 项。`,
        means: '“之前”与“之后”为各次启动的几何平均值。',
      },
      worse: '变差',
      better: '变好',
    },
    glanceTitle: '概览',
    glanceCaption: (metric, shape) => `各场景的 ${metric} ${shape}：各次启动的中位数`,
    rawRun: 'run.json',
    rankings: '本次运行的排名',
  },

  methodology: {
    title: '方法',
    lead: '数据如何得来，区间说明什么，又不说明什么。',
    sections: methodologySections,
    calibrationTitle: '方法自身误差的实测',
    calibrationText: 'bench calibrate 让服务器与自身对比，再与人为拖慢一段已知时间的自身对比。结果如下：',
    calibrationNone: '尚未发布任何机器的校准。',
    calibrationCaption: (machine) => `${machine} 的校准`,
    calibrationColumns: {
      server: '服务器',
      how: '方式',
      pairs: '对数',
      noise: '成对比值的离散',
      known: '实际变慢',
      found: '测得',
    },
    calibrationModes: {
      together: '同时运行，每请求 CPU 时间',
      'in-turn': '轮流运行，吞吐量',
    },
    calibrationSame: '无：两侧相同',
    latencyCaption: '固定速率下，一台立即应答但定时停顿的服务器的延迟',
    latencyColumns: { rate: '速率', stall: '停顿', share: '百分位', known: '已知值', measured: '测得值' },
    latencyStall: (milliseconds, seconds) => `每 ${seconds} 秒停顿 ${milliseconds} 毫秒`,
    constantsTitle: '常量',
    constantsText: '这些数值决定判断，按代码中的原值显示。',
    constantsCaption: '方法的常量',
    constantColumns: { name: '常量', value: '数值', why: '理由' },
    scenariosTitle: '场景',
    scenariosCaption: '契约中的请求与响应',
    scenarioColumns: { id: '场景', version: '版本', request: '请求', response: '响应' },
    metricsTitle: '指标',
    metricsCaption: '在何种负载下测量什么',
    metricColumns: { metric: '指标', meaning: '含义', loop: '负载', direction: '方向' },
    loops: { closed: '闭环（wrk）', rate: '固定速率（oha）', both: '两者' },
    marksTitle: '标记',
    marksText: '可疑的数据只作标记，从不删除。带叉的标记使其不参与排名。',
  },

  data: {
    title: '数据',
    lead: '本站的一切及其来源，都是地址固定的文件。',
    feedText: '变化点与运行的 Atom 订阅',
    filesText: '全部文件及大小的清单：',
    licenceTitle: '许可与引用',
    licence: '结果采用知识共享署名 4.0 国际许可（CC BY 4.0），代码采用 MIT 许可。',
    citeText: '引用任何数据都请写明运行与机器，否则数据没有意义：',
    cite: ({ year, run, machine }) =>
      `Pitwall contributors (${year}). Pitwall: web-framework benchmarks with their uncertainty. Run ${run} on ${machine}. CC BY 4.0.`,
    noData: '尚未发布运行；JSON Schema 已经可用。',
    rankingsTitle: '排名表',
    rankingsText: '每台机器所展示的运行。地址由机器、场景、负载形态与指标组成，始终是最新数据。',
    rankingsCaption: (machine, scenario) => `${machine}：${scenario}`,
    rankingColumns: { shape: '负载形态', metric: '指标', files: '文件' },
    rawTitle: '原始结果',
    rawText: (count) =>
      `本站所展示的运行与最新的 ${count} 次运行，含每次启动，与提交的文件一致。其余在仓库的 results 目录中。`,
    rawFiles: (count) => `${count} 个文件`,
    publishedTitle: '已发表的研究',
    publishedText:
      '他人发表的基准测试数据：原样（published/），以及与我们重测的并列（replays/）。引用时请注明标题与日期。',
    schemasTitle: 'JSON Schema',
    schemasText: '由测试工具自身校验所用的定义生成。',
    machinesTitle: '机器',
    csvNote: 'CSV 文件中，会被电子表格当作公式的文本前有一个撇号。',
  },

  replays,

  notFound: {
    title: '没有这个页面',
    text: '地址所指的场景、负载形态或运行在本站不存在。',
    link: '前往排名',
  },
  choose,
  compare,
  guide,
  history,
  verdicts,
  warmUp,
  none: '–',
};
