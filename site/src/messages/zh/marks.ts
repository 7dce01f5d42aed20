import type { Messages } from '../en/index.ts';

export const marks: Messages['marks'] = {
  'loader-bound': {
    label: '受限于压测工具',
    explanation:
      '压测工具所在的处理器已用满（在小机器上，数据库与测试工具也在其上），而服务器的没有：服务器可能比数据显示的更快。每个请求的 CPU 开销不受影响。',
  },
  errors: { label: '有错误', explanation: '压测期间有连接失败或超时。' },
  'not-warm': {
    label: '未预热完',
    explanation: '预热或其后的回稳时间用尽时，仍未确认达到稳定状态：稳定后可能比数据显示的更快。',
  },
  unsettled: {
    label: '未回稳',
    explanation:
      '服务器在尚未回稳时、或在空等之后受测，实际最多可能比数据显示的快三分之一。2026年11月26日之前的运行中，JavaScript 因空等而变慢，JVM 在检查请求开始后重新编译；2026年11月27日之前的运行中，Node.js 在两次访问之间空等或被暂停，V8 当作空闲，丢弃了已编译的代码。',
  },
  unsteady: { label: '未平稳', explanation: '预热达到上限时，吞吐量仍未平稳。' },
  'stolen-time': {
    label: 'CPU 被窃取（steal）',
    explanation: '压测期间，虚拟机管理程序把 CPU 时间给了别的虚拟机。',
  },
  disturbed: { label: '受干扰', explanation: '压测期间，其他程序占用了服务器或压测工具的处理器。' },
  throttled: { label: '受配额限制', explanation: 'CPU 时间配额拖慢了服务器。' },
  'few-samples': { label: '样本不足', explanation: '请求太少，最高的百分位可能只是偶然。' },
  'rate-not-reached': { label: '未达速率', explanation: '发出请求的速率低于要求：延迟对应的是更低的速率。' },
  'status-mismatch': { label: '状态码错误', explanation: '响应的状态码与场景规定的不同。' },
  'count-mismatch': { label: '计数不符', explanation: '服务器统计的请求数与压测工具统计的不同。' },
  'size-changed': { label: '大小改变', explanation: '压测中响应的大小与探测时读到的不同。' },
  'wrong-body-under-load': { label: '响应体错误', explanation: '压测期间读到的某个响应不符合契约。' },
  'stale-row': { label: '数据陈旧', explanation: '压测期间修改了一行，下一次读取得到的仍是旧行。' },
  'not-from-database': {
    label: '未经数据库',
    explanation: '数据库实际执行的查询数或返回的行数，少于这些响应所必需的。',
  },
  'rows-mismatch': { label: '行不一致', explanation: '压测之后，数据库中的行与响应所示不一致。' },
  'littles-law': { label: '不符利特尔法则', explanation: '吞吐量、延迟与连接数三者不一致。' },
  'connections-missing': { label: '连接不足', explanation: '压测过半时，打开的连接少于要求的数目。' },
  'slow-stop': { label: '停止过慢', explanation: '服务器未能在要求的时间内退出。' },
  'workers-replaced': {
    label: '进程被替换',
    explanation:
      '服务器在两次访问之间被暂停，之后它的部分进程退出了：例如主进程以为工作进程失去响应而将其替换。新进程可能尚未充分预热。',
  },
  'load-repeated': {
    label: '重新压测',
    explanation: '某次压测或其间的读取失败，随后又重新压测了一次。',
  },
};
