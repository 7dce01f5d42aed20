import type { Messages } from '../en/index.ts';
import { format, inside, spaced } from './formats.ts';

export const run: Messages['run'] = {
  listTitle: '运行',
  listText:
    '每台机器的每张表都取自含有该表的最新一次已完成的区组运行；一次 standard 运行分为几部分，各有各的表。只有轮次运行的机器，所有表都取自最完整方案的最新一次运行。其余的运行列在这里，也可下载。',
  listCaption: '全部运行，最新的在前',
  columns: {
    run: '运行',
    machine: '机器',
    profile: '方案',
    state: '状态',
    canary: '金丝雀：每请求 CPU 时间',
    targets: '目标',
  },
  finished: '已完成',
  unfinished: '未完成',
  shown: '展示中',
  targets: (measured, leftOut) =>
    leftOut === 0 ? `测得 ${measured} 个` : `测得 ${measured} 个，未测 ${leftOut} 个`,
  title: (day) => `${spaced(day)}的运行`,
  summary: ({ starts, targets, scenarios, time }) =>
    `${targets} 个目标变体，${scenarios} 个场景，各全新启动 ${starts} 次${time === null ? '' : `，共用时 ${time}`}。`,
  summaryOfTimes: ({ coldStarts, builds, targets }) => {
    const timed = [
      ...(coldStarts > 0 ? [`冷启动 ${coldStarts} 次`] : []),
      ...(builds > 0 ? [`全新构建 ${builds} 次`] : []),
    ];
    return `${targets} 个目标变体，各${timed.join('、')}，没有压测。`;
  },
  facts: {
    machine: '机器',
    commit: '提交',
    profile: '方案',
    command: '命令',
    launcher: '启动方式',
    launchers: { process: '本机进程（process）', compose: '容器（compose）' },
    seed: '随机种子（所有次序与抽取）',
    rounds: '每个单元的轮数',
    measure: '每轮的测量时间',
    measureText: (seconds) => `${seconds} 秒`,
    blocks: '区组',
    blocksText: (done, planned) =>
      `${done === planned ? `${planned} 个` : `计划 ${planned} 个，完成 ${done} 个`}，每个区组都重新启动全部目标`,
    slices: '切片',
    slicesText: ({ seconds, rateSeconds, longest, cycles, timed }) =>
      `每个切片 ${seconds} 秒${rateSeconds === null ? '' : `（固定速率时 ${rateSeconds} 秒）`}${longest === null ? '' : `，响应慢的场景最长 ${longest} 秒`}，每个循环中每个目标一个切片，每个区组${timed ? '至少' : '有'} ${cycles} 个循环`,
    blockTime: '计划用时',
    warmupBound: (seconds, leftOut) =>
      `直到稳定状态，每个场景最多 ${seconds} 秒；到时仍未预热完的${leftOut ? '不予测量' : '加上标记，不参与排名'}`,
    warmup: '预热',
    together: '一同预热的场景',
    warmupText: ({ min, max, slice, tolerance }) =>
      `${min} 至 ${max} 个切片，每个 ${slice} 秒，直到相邻两个相差不超过 ${tolerance}%`,
    coldStarts: '冷启动次数',
    builds: '计时构建次数',
    processors: '处理器',
    processorsText: (server, database, loader) => `服务器 ${server}，数据库 ${database}，压测工具 ${loader}`,
    pinned: '已绑定',
    notPinned: '未绑定：机器不支持',
    tools: '工具',
    toolMissing: '未安装',
    databases: '数据库',
    providers: { url: '由地址指定', path: '本机安装', embedded: '来自 npm 包', compose: '容器' },
    none: '无',
    canary: '金丝雀',
    canaryText: ({ target, low, median, high, loads }) =>
      `从不改动的 ${target} 每请求 CPU 时间为 ${median}（压测 ${loads} 次，${low} 至 ${high}），由此可知当时这台机器的快慢`,
    time: '用时',
    timeText: (wall, load, measured) => `${wall}，其中压测 ${load}，计入数据的 ${measured}`,
    timeUnknown: '未知：运行没有完成',
    scenarios: '场景',
    shapes: '负载形态',
  },
  targetsTitle: '运行内容',
  targetsCaption: '本次运行的目标',
  targetColumns: { target: '目标', state: '状态', version: '版本', raw: '原始结果' },
  measured: '已测量',
  noResult: '没有结果：运行提前结束',
  list: '运行列表',
  yearTitle: (machine, year) => `${machine} 在${year}年的运行`,
  olderTitle: '更早的运行',
  newest: (count) => `此处列出最新的 ${count} 次。`,
  rawInRepository: (path) => `其原始结果在仓库的 ${path} 中。`,
  diffLink: '与上一次运行相比的变化',
  diff: {
    title: (before, after) => `${spaced(before)}至${spaced(after)}的变化`,
    lead: '同一台机器、同一方案的两次运行。它们不是同时测量的，每个差异都包含其间机器自身的变化，只有对测才能把二者分开。',
    nothing: '这台机器此前的运行与本次没有共同的单元。',
    verdict: ({ worse, better, cells }) =>
      worse + better === 0
        ? `${format.plain(cells)} 项数据的差异均未证实超出阈值。`
        : `${format.plain(cells)} 项数据中，超出阈值的有：变差 ${worse} 项，变好 ${better} 项。`,
    unresolvedCount: (count) =>
      count === 0 ? '' : `${format.plain(count)} 项无法判断：既不能证实超出阈值，也不能证实在阈值以内。`,
    thresholds: (threshold) =>
      `阈值：${threshold}。对每项数据检验差异是否超过阈值（t 检验），全部数据的错误发现率控制在 5%；检验通过的才算数。`,
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
    unresolvedCaption: '无法判断的数据，区间宽的在前；增加启动次数或可判断',
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
    same: (count) => `${format.plain(count)} 项在阈值以内。`,
    json: '本次对比（JSON）',
    another: '与另一次运行对比',
    any: {
      title: '两次运行对比',
      lead: '同一台机器的任意两次运行，逐项比较。每个差异都包含其间机器自身的变化，只有对测才能把二者分开。',
      machine: '机器',
      before: '之前',
      after: '之后',
      scripts:
        '选择功能需要脚本，直接从文件夹打开的页面无法运行。没有脚本时，每次运行的页面都链接到与前一次运行的对比。',
      option: (day, profile, targets) => `${day} · ${profile} · 目标数：${targets}`,
      choose: '选择两次运行。',
      failed: '这些运行的数据读取失败。',
      unknown: (run) => `这台机器没有已完成的运行 ${run}。`,
      nothing: '两者没有共同的数据。',
      sentence: ({ cells, worse, better, open, same }) =>
        `共同的数据：${cells} 项。超出阈值：变差 ${worse} 项，变好 ${better} 项。无法判断：${open} 项。阈值以内：${same} 项。`,
      more: (count) => `另有 ${count} 项未列出。`,
      means: '“之前”与“之后”为各次启动的几何平均值。',
    },
    worse: '变差',
    better: '变好',
  },
  glanceTitle: '概览',
  glanceCaption: (metric, unit, shape) =>
    `各场景的${inside(metric)}（${unit}），${shape}：各次启动的中位数及其 95% 置信区间`,
  rawRun: 'run.json',
  figures: '本次运行的全部数据及其离散程度（JSON）',
  rankings: '本次运行的排名',
};
