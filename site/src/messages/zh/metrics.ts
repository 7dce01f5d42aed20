import type { MetricId } from '@pitwall/bench/model';

export interface MetricTexts {
  title: string;
  explanation: string;
  /** 在变化的句子里紧跟场景名称，例如“的峰值内存”。 */
  of: string;
  /** 变差与变好时的动词；默认为“增加”与“减少”。 */
  worse?: string;
  better?: string;
}

export const metricTexts: Record<MetricId, MetricTexts> = {
  throughputPerSecond: {
    title: '吞吐量',
    explanation: '每秒请求数',
    of: '的吞吐量',
    worse: '下降',
    better: '上升',
  },
  cpuPerRequestNanoseconds: {
    title: '每请求 CPU 时间',
    explanation: '服务器处理每个请求所用的 CPU 时间',
    of: '的每请求 CPU 时间',
  },
  latencyP50Seconds: { title: 'p50 延迟', explanation: '半数响应在此时间内到达', of: '的 p50 延迟' },
  latencyP90Seconds: { title: 'p90 延迟', explanation: '90% 的响应在此时间内到达', of: '的 p90 延迟' },
  latencyP99Seconds: { title: 'p99 延迟', explanation: '99% 的响应在此时间内到达', of: '的 p99 延迟' },
  latencyP999Seconds: { title: 'p99.9 延迟', explanation: '99.9% 的响应在此时间内到达', of: '的 p99.9 延迟' },
  peakMemoryBytes: { title: '峰值内存', explanation: '整个进程树的常驻内存', of: '的峰值内存' },
};
