import type { Messages } from '../en/index.ts';
import type { ConstantText, Section } from '../en/methodology.ts';

/** 方法页正文。`constant` 给出代码中的常量及其单位。 */
const sections = (constant: ConstantText): Section[] => [
  {
    id: 'blocks',
    title: '区组、循环与切片',
    paragraphs: [
      `一次全新启动是一份证据。一次运行由若干区组（block）组成。在每个区组中，每个目标都重新启动，须在 ${constant('healthy-within')}内通过健康检查，预热到稳定状态，然后与其他目标一同保持运行。同一次启动之内的波动不算证据，因为同一次启动的各切片可能受到同样的偶然因素影响。`,
      '全部预热之后，逐个轮流施加负载，每次一个切片（slice），半秒到一秒。一张表的每个目标各一个切片，合为一个循环（cycle）；一个区组有许多循环。无论机器受到的干扰持续一秒还是一分钟，时间上相邻的目标受到的影响都相同：同一循环中各切片的一致程度，远高于相隔数分钟的轮次。每个循环的次序都由运行所记录的种子重新抽取。被虚拟机管理程序拿走时间的切片会重做。第一个循环只用来让服务器安定下来，不计入数值：在边运行边编译的运行时上，预热后的第一个切片曾比后面的慢三分之一之多。',
      '一个区组的数值，是目标在一个寻常循环中的表现：对一张表所有切片的数值取对数，按“目标加循环”拟合，偏离越远的切片权重越小。不符合契约的目标不予测量，连同原因列出。',
      '2026年11月之前的运行按轮次测量：每个目标单独进行，彼此相隔数分钟，只预热几秒。这些运行的页面与历史仍然保留；机器一旦有了区组运行，排名就不再取自它们。',
    ],
  },
  {
    id: 'warm-up',
    title: '预热与稳定状态',
    paragraphs: [
      `数值都在稳定状态（steady state）下测得，否则会加上标记。服务器是否预热完毕要看证据，而不是固定等一段时间：编译线程连续 ${constant('quiet-seconds')}占用的 CPU 时间低于服务器的 ${constant('quiet-compiling-ratio')}，并且每请求 CPU 时间从一个时间窗到下一个的降幅不再达到 ${constant('falling-ratio')}。只看吞吐量不够，因为分层编译的运行时在完成之前会出现十秒以上的平台期。分辨不出编译线程时，只看每请求 CPU 时间；预先编译的服务器，以及只解释执行的运行时，相邻两秒相差不超过十分之一即为预热完毕。`,
      `处理器满负荷时，编译线程要与处理请求的线程一同排队。因此，每个场景先以 ${constant('few-connections')}预热，等编译线程空闲下来，再施加全部负载。响应快慢相近的几个场景可以一同预热：以均匀混合的负载压到服务器稳定，再让每个场景单独运行两秒加以确认。只以固定速率测量的场景，先以全部负载预热，再以该速率确认。时间用尽时仍在编译的目标标记为“未预热完”，不参与排名。`,
      '有一个场景例外：方案可以指定它在每次启动时最先进行，从首个请求起就施加全部负载；它的预热逐秒记录，本身也是一项数据。一次启动的稳定水平，是预热最后五秒的中位数。到达稳定状态的时间，是连续三秒的均值首次达到该水平 90% 的那一秒；请求数，是那一秒开始之前已得到响应的请求数加一；最长延迟，是前十秒内的最长等待，预热不足十秒时取整段预热。',
    ],
  },
  {
    id: 'loaders',
    title: '压测工具',
    paragraphs: [
      '处理能力由 wrk 以闭环方式测量：每个连接收到响应后立即发出下一个请求。延迟由 oha 以固定速率测量：请求按时刻表发出，延迟从应当发出的时刻算起，因此服务器卡顿期间的等待全部计入。这样得到的延迟没有协同遗漏。每个连接的首个请求要建立连接，不计入：保持连接的客户端只付出一次这样的代价。',
      '吞吐量只取自 wrk，百分位只取自 oha，两个工具的百分位从不出现在同一列。百分位取自一个区组的全部请求。速率要么对所有目标相同，要么是同一目标在同一次运行的闭环中所达吞吐量的一定比例。',
    ],
  },
  {
    id: 'resources',
    title: 'CPU 时间与内存',
    paragraphs: [
      'CPU 时间与峰值内存是服务器整个进程树的合计，压测工具与数据库另计。与吞吐量相比，每请求 CPU 时间受机器上其他活动的影响更小。',
      '峰值内存指常驻内存。同一服务器的几个进程共用的部分只计一次：它们的程序，以及 fork 之后仍然共用的内存。一个文件在内存中，就计入每个用到它的服务器，不论谁最先读取。2026年11月23日之前的运行取自控制组，控制组把文件计在最先读取者名下；相应的表格会注明，其内存也不与其他运行比较。',
    ],
  },
  {
    id: 'limits',
    title: '这些负载说明不了什么',
    paragraphs: [
      '64 个连接同时最多只有 64 个请求。线程比这更多的服务器从不缺线程可用：虚拟线程的好处在于成千上万个请求同时等待，在这里只会显出代价。',
      '如果服务器的线程很少，而每个线程占住一个连接（例如五个线程的 Puma），其余连接就要等待。固定速率下的 p99 就是等待的时间；未达到速率的，会加上标记。',
      '峰值内存是服务器繁忙时的内存，堆的上限由启动命令规定：JVM 为 1 GB。空闲的服务器用得更少。',
    ],
  },
  {
    id: 'shown-run',
    title: '展示哪一次运行',
    paragraphs: [
      `一次 standard 运行分为几部分，各有各的场景。一台机器的每张表都取自含有该表的最新一次已完成的区组运行，用于发布的方案（standard、full 及其各部分）优先于其他方案；表中注明取自哪次运行。只含少数目标的运行不会取代包含全部目标的运行：目标数至少要达到含有该表的最大一次运行的 ${constant('shown-run-coverage')}。同样，首页也不会让只测过少数目标或只有少量数据的机器取代测过全部目标的机器。只有轮次运行的机器，所有表都取自最完整方案的最新一次运行。所有运行都会列出，并可下载。`,
      '不同机器、不同场景版本、不同压测工具的数据不作比较。',
    ],
  },
  {
    id: 'interval',
    title: '中位数与置信区间',
    paragraphs: [
      '每个数值是各区组的中位数。同一区组的数值都受机器当时状态的影响：对一张表的数值取对数，按“目标加区组”拟合，再去除区组的部分，对每个目标都用同一个倍数。一半区组上调，一半下调；两个目标在同一区组内的比值不变。峰值内存不作调整。',
      `达到 ${constant('order-statistic-values')}时，${constant('confidence')} 置信区间取自次序统计量，不对分布作任何假设；不足时取对数的 t 区间：两三个值很难估准自身的离散程度，因此与名次一样，借助同一张表中所有目标共同体现的离散程度（Smyth，2004）。只有一个区组则没有区间。`,
      `结果保留 ${constant('significant-digits')}，再多就是噪声。`,
    ],
  },
  {
    id: 'rank',
    title: '名次区间',
    paragraphs: [
      `比较两个目标时，取同一区组内两个数值之比，对其对数作配对 t 检验。区组少时，单独一对的方差估计很粗略，一张表的所有配对合起来则足够准确：每个方差都用其他方差加以修正（Smyth，2004）。一张表中的所有配对按 Holm 逐步法一起检验，使误判任何一处差异的概率低于 ${constant('rank-error-rate')}。目标的最好名次，是已证明比它更优的目标数加一；最差名次，则把所有未证明比它更差的目标都排在它前面。`,
      '因此 3–6 不是同时占据四个名次，而是数据只能确定到这个范围。区组越多，区间越窄。',
    ],
  },
];

export const methodology: Messages['methodology'] = {
  title: '方法',
  lead: '数据是怎样测得的，区间能说明什么、不能说明什么。',
  setup: {
    title: '测了什么，在哪里测，测了多久',
    what: (variants, scenarios) =>
      `排名包含 ${variants} 个目标变体、${scenarios} 个场景，均在同一台机器上测得：`,
    caption: '排名所取自的运行，最新的在前',
    columns: { run: '运行', profile: '方案', what: '内容与用时', how: '方式' },
    processors: (list) => `处理器 ${list}`,
    onHost: (host, processors) => `主机 ${host} 的${processors}`,
    share: (roles, processors) => `${roles.join('与')}共用${processors}。`,
    alone: (role, processors) => `${role}独占${processors}。`,
    shared: (roles, processors) => `这里${roles.join('与')}共用${processors}：一方占用多少，另一方就少多少。`,
    consequence: '这对数据影响很大：如果各有自己的处理器，吞吐量会更高，先后次序也可能不同。',
    code: '测量所用的代码及其结构：',
    link: '测量环境',
    notPinned: '这台机器无法绑定进程：服务器、压测工具与数据库都运行在全部处理器上。',
    pictureLabel: '各处理器及其上运行的部分；图下文字内容相同。',
    arrows: '箭头表示请求（由压测工具到服务器）与查询（由服务器到数据库）。',
  },
  sections,
  calibrationTitle: '方法自身误差的实测',
  calibrationText: 'bench calibrate 让服务器与自身对比，再与人为加入已知延时的自身对比。结果如下：',
  calibrationNone: '尚未发布任何机器的校准结果。',
  calibrationCaption: (machine) => `${machine} 的校准结果`,
  calibrationColumns: {
    server: '服务器',
    how: '方式',
    pairs: '配对数',
    noise: '单对比值的标准差',
    known: '已知变慢',
    found: '测得',
  },
  calibrationModes: {
    together: '同时运行，每请求 CPU 时间',
    'in-turn': '轮流运行，吞吐量',
  },
  calibrationSame: '无（两侧相同）',
  calibrationOutside: ({ rows, outside, above, largest, sameIsSame }) =>
    [
      `${rows} 个已知的变慢幅度中，有 ${outside} 个落在区间之外${above === outside ? '，且都测得偏大' : ''}，误差最多为该幅度的 ${largest}。`,
      '区间反映的是各对之间的波动，而不是“已知值”本身有多准：已知值等于增加的循环次数乘以每次的开销，而两个处理器共享一个核心时，每次的开销并不固定。',
      ...(sameIsSame ? ['受影响的是差异的大小，而不是差异的有无：服务器与自身对比时，全部判为无差异。'] : []),
    ].join(''),
  latencyCaption: '固定速率下的延迟：服务器立即应答，但定时停顿',
  latencyColumns: { rate: '速率', stall: '停顿', share: '百分位', known: '已知值', measured: '测得值' },
  latencyStall: (milliseconds, seconds) => `每 ${seconds} 秒停顿 ${milliseconds} 毫秒`,
  constantsTitle: '常量',
  constantsText: '这些数值影响判断，直接取自代码。',
  constantsCaption: '方法的常量',
  constantColumns: { name: '常量', value: '数值', why: '理由' },
  scenariosTitle: '场景',
  scenariosCaption: '契约中的请求与响应',
  scenarioColumns: { id: '场景', version: '版本', request: '请求', response: '响应' },
  metricsTitle: '指标',
  metricsCaption: '测量什么，在何种负载下测量',
  metricColumns: { metric: '指标', meaning: '含义', loop: '负载', direction: '方向' },
  loops: { closed: '闭环（wrk）', rate: '固定速率（oha）', both: '两者' },
  marksTitle: '标记',
  marksText: '可疑的数据只加标记，不会删除。带叉的标记使其不参与排名。',
};
