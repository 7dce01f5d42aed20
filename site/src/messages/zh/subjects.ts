import {
  byMetric,
  type DatabaseKind,
  databaseTitles,
  hasRate,
  isStandIn,
  type LoadShape,
  productOf,
  type RunDatabase,
  scenarioOf,
} from '@pitwall/bench/model';
import type { subjects as english } from '../en/subjects.ts';
import { format } from './formats.ts';
import { metricTexts } from './metrics.ts';
import { scenarioTexts } from './scenarios.ts';

const units: Record<string, string> = {
  failures: '次失败',
  blocks: '个区组',
  digits: '位有效数字',
  bytes: '字节',
  s: '秒',
  share: '（比例）',
  connections: '个连接',
  requests: '个请求',
};

/** 清单文件中含普通英文词的运行时名称。 */
const runtimes: Record<string, string> = {
  'C compiler': 'C 编译器',
  'C++ compiler': 'C++ 编译器',
  '.NET (native AOT)': '.NET（原生 AOT）',
};

const constantWhy: Record<string, string> = {
  QUIET_COMPILING_RATIO: '占服务器 CPU 时间的比例：编译线程低于它，说明编译已经完成',
  QUIET_SECONDS: '编译线程空闲这么久，服务器才算预热完毕',
  FALLING_RATIO: '每请求 CPU 时间的降幅仍大于它时，服务器还没有预热完',
  FEW_CONNECTIONS: '连接这么少时，编译线程能分到处理请求的处理器',
  DATABASE_POOL_SIZE: '对每个目标都相同，这样数据不会因连接池更大而更好',
  LOADER_FULL_RATIO: '压测工具超过它而服务器的处理器未满时，单元标记为受限于压测工具',
  SERVER_FULL_RATIO: '服务器低于它时，瓶颈不在服务器',
  STOLEN_LIMIT_RATIO: '虚拟机管理程序拿走的时间超过它，数据就受到干扰',
  MOST_DISTURBED_RATIO: '受虚拟机管理程序干扰的配对会重做且不参与判定，除非其占比超过此值',
  DISTURBED_LIMIT_RATIO: '其他程序占用服务器或压测工具的处理器超过它时，切片加上标记',
  RATE_REACHED_RATIO: '达不到该速率，就谈不上该速率下的延迟',
  FAILURES_IN_A_ROW: '连续失败这么多次就放弃该单元，以免拖住整个运行',
  FIXED_COUNT_LIMIT_SECONDS: '固定请求数的负载没有预定的结束时间，超过它就终止并记为失败',
  LOADER_GRACE_SECONDS: '压测工具超时这么久就会被终止，这个切片记为失败',
  SAMPLES_FOR_P99: '更少则不给出 p99：那只会是最慢的几个请求',
  SAMPLES_FOR_P999: '更少则不给出 p99.9',
  LITTLE_LOW_RATIO: '闭环中，吞吐量 × 平均延迟低于连接数的这一比例即作标记',
  LITTLE_HIGH_RATIO: '超过它，数据便自相矛盾',
  SIZE_SLACK_RATIO: '收到的字节数与正确响应最多相差这么多',
  INSTANT_SLACK_BYTES: '响应中每含一个时刻，收到的字节数可以再差这么多：秒的小数若以零结尾，可能被省去',
  COUNTED_BY_DATABASE_RATIO: '数据库自身统计的查询数与行数，至少要达到响应所必需的这一比例',
  CONNECTIONS_RATIO: '压测过半时打开的连接低于要求的这一比例，单元就加上标记',
  REQUEST_TIMEOUT_SECONDS: '压测工具等待一个响应的上限，超过就计为错误',
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

const connections = (shape: LoadShape): string =>
  `${format.plain(shape.connections)} 个连接${shape.connection === 'close' ? '，每个请求后关闭' : ''}`;

export const subjects: typeof english = {
  metricTitles: byMetric(({ id }) => metricTexts[id].title),
  metricUnits: byMetric(({ id }) => metricTexts[id].explanation),
  scenarioTitle: (id) => scenarioTexts[id].title,
  scenarioSummary: (id) => scenarioTexts[id].summary,
  scenarioRoute: (id) => scenarioOf(id).route,
  scenarioAnswer: (id) => scenarioTexts[id].answer,
  describeShape: (shape) =>
    `${shape.loader}，${connections(shape)}，${hasRate(shape) ? `固定速率：${arrival(shape)}` : '闭环'}${amount(shape)}${shape.timeoutSeconds === undefined ? '' : `，响应限时 ${shape.timeoutSeconds} 秒`}`,
  databaseName: (database: RunDatabase) => {
    const name = `${productOf(database)} ${database.version}`;
    const kind: DatabaseKind = database.kind;
    return isStandIn(database) ? `${name}（代替 ${databaseTitles[kind]}）` : name;
  },
  runtimeName: (name) => runtimes[name] ?? name,
  unit: (unit) => units[unit] ?? unit,
  constantWhy: (name, why) => constantWhy[name] ?? why,
  arrival,
  loadShape: (shape) => `${arrival(shape)}，${connections(shape)}${amount(shape)}`,
  direction: { higher: '越高越好', lower: '越低越好' },
  kinds: { platform: '平台', micro: '微型', full: '全功能' },
  kindExplanations: {
    platform: '是服务器而不是框架，用来显示其他目标离机器的极限还有多远。',
    micro: '只有路由，几乎没有别的功能。',
    full: '面向完整应用的框架。',
  },
  accessKinds: { raw: '原生驱动', 'query-builder': '查询构造器', orm: 'ORM' },
  outcome: {
    steps: {
      'left-out': '未参加',
      build: '构建失败',
      start: '未能启动',
      verify: '不符合契约',
    },
    missing: '无数据',
    missingReasons: {
      'not-counted-by-target': '该目标不计数。',
      'not-reported-by-loader': '压测工具不提供。',
      'no-database': '该场景没有数据库。',
      'too-few-samples': '请求太少，得不到这个百分位。',
      'no-accounting': '机器不提供这项统计。',
      'start-failed': '每次启动都失败了，原因见结果文件。',
    },
    noCell: '未测量',
    noCellFinished: '本次运行没有它的单元：该目标不提供此场景。',
    noCellUnfinished: '运行在测到它之前已经结束。',
  },
};
