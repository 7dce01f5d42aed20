import type { Messages } from '../en/index.ts';

export const guide: Messages['guide'] = {
  glossaryTitle: '术语表',
  glossaryLead: '一个概念只用一个名称：本站、代码与结果文件用词一致。',
  terms: [
    { id: 'target', term: '目标（target）', text: '一个服务端实现：仓库中带清单文件的一个目录。' },
    {
      id: 'variant',
      term: '变体（variant）',
      text: '同一目标的一种部署方式或数据库访问方式，例如单进程、集群、原生镜像、原生驱动、ORM。表格的一行就是一个目标变体。',
    },
    {
      id: 'scenario',
      term: '场景（scenario）',
      text: '契约中的一组请求与响应，带版本号。不同版本的数据不作比较。',
    },
    {
      id: 'load-shape',
      term: '负载形态（load shape）',
      text: '请求如何发出：用哪个压测工具、多少个连接、保持连接还是用后关闭、闭环还是固定速率、持续多久。',
    },
    { id: 'cell', term: '单元（cell）', text: '一个目标变体在一个场景、一种负载形态下的测量。' },
    {
      id: 'block',
      term: '区组（block）',
      text: '一张表的所有目标都重新启动、预热并同时保持运行，再轮流承受短切片负载。每个单元得到一个数值：独立观测的单位是一次全新启动。',
    },
    {
      id: 'slice',
      term: '切片（slice）',
      text: '对区组中某个服务器的一次短负载：半秒到一秒，固定速率下为二到五秒。',
    },
    {
      id: 'cycle',
      term: '循环（cycle）',
      text: '一张表的每个目标各一个切片，先后次序每次重新抽取。一个区组有若干循环。',
    },
    {
      id: 'steady-state',
      term: '稳定状态（steady state）',
      text: '运行时完成编译之后服务器的表现。数值若不属于稳定状态，都会注明。',
    },
    {
      id: 'warm-up',
      term: '预热（warm-up）',
      text: '全新启动之后、达到稳定状态之前的负载。每次启动的第一段预热本身也是一项数据。',
    },
    {
      id: 'round',
      term: '轮次（round）',
      text: '最初的运行（2026年11月21日与22日）的测量方式：对单独一个全新启动的服务器测一次负载。',
    },
    {
      id: 'run',
      term: '运行（run）',
      text: '在一台机器上用同一个提交测得的一组单元，含全部区组。一次 standard 运行分为几部分。',
    },
    {
      id: 'machine',
      term: '机器（machine）',
      text: '由处理器、内存、内核与虚拟化方式组成的指纹。不同机器的数据不作比较。',
    },
    { id: 'loader', term: '压测工具（loader）', text: '发送请求的程序：wrk 用于闭环，oha 用于固定速率。' },
    {
      id: 'closed-loop',
      term: '闭环（closed loop）',
      text: '每个连接收到响应后立即发出下一个请求，反映的是处理能力。其等待时间意义不大：服务器一卡顿，收到的请求也跟着变少。',
    },
    {
      id: 'fixed-rate',
      term: '固定速率（fixed rate）',
      text: '无论服务器快慢，请求都按时刻表发出；延迟从应当发出的时刻算起。',
    },
    {
      id: 'coordinated-omission',
      term: '协同遗漏（coordinated omission）',
      text: '压测工具要等卡顿的服务器应答后才继续发送，于是漏掉了本应排队的请求。本站的延迟没有这种误差。',
    },
    { id: 'metric', term: '指标（metric）', text: '带单位与方向的数值：越高越好，或越低越好。' },
    {
      id: 'interval',
      term: '95% 置信区间',
      text: '根据同一次运行中各次全新启动之间的差异估计，该次运行真实的中位数有 95% 的把握落在其中。另一次运行的差异可能更大。',
    },
    {
      id: 'rank-interval',
      term: '名次区间（rank interval）',
      text: '考虑噪声之后目标可能的名次：3–6 表示数据只能确定到这个范围。',
    },
    {
      id: 'tier',
      term: '档次（tier）',
      text: '一张表中的目标变体按档排列，A 档在前，没有任何目标被证实优于其中的目标；其余每一档中的目标，都已证实落后于上一档中的至少一个。',
    },
    {
      id: 'percentile',
      term: '百分位（percentile）',
      text: 'p99 表示 99% 的响应在此时间内到达。p99 至少需要一千个请求，p99.9 至少需要一万个。',
    },
    { id: 'baseline', term: '基线（baseline）', text: '其他目标变体与之对比的那个目标变体。' },
    {
      id: 'duet',
      term: '对测（duet）',
      text: '基准侧（base）与对比侧（head）在同一组处理器上同时承压，外界干扰会同时作用于双方。',
    },
    {
      id: 'canary',
      term: '金丝雀（canary）',
      text: '从不改动的服务器：至少有两个区组的运行，以及各次对比，都会一同测它。它若变化，变的就是机器。',
    },
    {
      id: 'minimum-effect',
      term: '最小效应（δ）',
      text: '值得关注的最小变化。判定时检验的是差异是否超过它，而不是是否为零。',
    },
    {
      id: 'noise-floor',
      term: '本底噪声（noise floor）',
      text: '在这台机器上，服务器与自身对比时偶然会出现的差异的上限；不超过它的差异可能只是噪声。',
    },
    { id: 'change-point', term: '变化点（change point）', text: '时间序列中水平发生变化的位置。' },
    { id: 'cold-start', term: '冷启动（cold start）', text: '从进程启动到第一个响应。' },
    {
      id: 'loader-bound',
      term: '受限于压测工具（loader-bound）',
      text: '压测工具（或与它共用处理器的程序）已到极限而服务器还没有：服务器可能比数据显示的更快。',
    },
    {
      id: 'flag',
      term: '公平性标记（fairness flag）',
      text: '表示该目标存在争议或已知与其他目标有差别，附理由和讨论链接。',
    },
    {
      id: 'frozen-release',
      term: '固定版本（frozen release）',
      text: '一个软件包的其他各版本，都与这个版本同时承压、并排测量。',
    },
    {
      id: 'step',
      term: '版本间的变化（step）',
      text: '前后两个版本之间开销的差异。两个版本再次并排测量、差异依然存在，才算证实。',
    },
    { id: 'replay', term: '重测（replay）', text: '在这里重新测量他人发表的基准测试。' },
  ],
  addTitle: '添加框架',
  addLead: '只需增加一个目录，不必改动别处；拉取请求（PR）提交后几分钟内即可完成验证。',
  steps: [
    {
      title: '建立目录',
      text: '这条命令生成一个可以直接构建、验证和运行的目标，含清单文件、源代码、锁文件和 Dockerfile。Go、Java、JavaScript、Kotlin、Python、Ruby、Rust 与 TypeScript 有现成模板；已有目标但没有模板的语言，请加上 --from <目标>，复制一个现有目标。',
      commands: ['npm run bench -- new <language>/<framework>'],
    },
    {
      title: '遵守契约',
      text: 'HOST、PORT 和数据库地址都由环境变量给出。清单文件列出框架支持的场景。',
      commands: [],
    },
    {
      title: '验证',
      text: '构建并启动服务器，逐条核对响应；不符之处以 diff 形式列出。',
      commands: ['npm run bench -- verify <language>/<framework>'],
    },
    {
      title: '与另一个框架对照',
      text: '先在自己的机器上得到一组数据，负载与已发布的运行相同。20 秒内未预热完的会略去：JVM 或 .NET 请改用 --profile field --minutes 10。',
      commands: ['npm run bench -- run <language>/<framework> go/gin --profile quick'],
    },
    {
      title: '提交拉取请求',
      text: '它会在容器中再次验证。合并后，本项目的测量机器下一次运行就会测量它，随后出现它的页面。',
      commands: [],
    },
  ],
  documentsTitle: '相关文档',
  contributing: '从克隆仓库到提交拉取请求的全过程，以及公平性规则',
  contract: '每个请求与响应的定义，以及服务器如何启动和停止',
  manifestTitle: '清单文件',
  manifestText: '清单文件的 JSON Schema 已公开，必需的键见：',
  contractTitle: '契约',
  contractText: '所有场景的请求与响应见“方法”页。',
};
