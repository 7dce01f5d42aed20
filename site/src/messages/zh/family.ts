import type { Messages } from '../en/index.ts';
import { inside, spaced } from './formats.ts';

export const family: Messages['family'] = {
  title: (language) => `${spaced(language)}框架`,
  lead: ({ frameworks, platforms, language }) => {
    const named = [
      ...(frameworks > 0 ? [`${frameworks} 个框架`] : []),
      ...(platforms > 0 ? [`${platforms} 个平台`] : []),
    ];
    return `${spaced(language)}的 ${named.join('与 ')}：哪些相同，哪里不同，各自开销多少。`;
  },
  link: (language) => `全部${inside(language)}框架`,
  linkRest: '框架',
  listLabel: '按语言',
  sharedTitle: '相同之处',
  differTitle: '不同之处',
  differCaption: '并非全部相同的各项；平台在最后',
  traits: { runtime: '运行时', server: 'HTTP 服务器' },
  lines: '代码行数',
  linesHint: '该目标全部变体合计',
  costTitle: (scenario) => `${scenario}：速度、开销与内存`,
  costCaption: (scenario, shapes) =>
    `${scenario}：${shapes}。中位数，附 95% 置信区间；名次与颜色以全部目标为准。`,
  added: '增加的 CPU',
  addedPicture: '以 1 为中心的刻度',
  addedTitle: '框架在平台之上增加了多少',
  addedText:
    '平台是框架所依托的 HTTP 服务器本身。百分比是闭环中每请求 CPU 时间与平台的差异：若有两者同时运行的对比，则取自该对比；否则取自排名的同一区组，分辨力较低。这样的对比可能与排名不在同一台机器上。区间与结论均取自所链接的页面，机器也见该页；无法区分的不列出数值。',
  addedCaption: '各场景中，每请求 CPU 时间比平台增加多少，附检验所用的区间',
  addedNone: '没有测量过该语言中同一运行时的平台，因此无法说明框架自身的开销。',
  platform: '平台',
  unproven: '无法区分',
  adds: ({ name, platform, share, from, to, scenario }) =>
    `${scenario}：${spaced(name)}每请求 CPU 时间比${inside(platform)}多 ${share}（${from} 至 ${to}）。`,
  saves: ({ name, platform, share, from, to, scenario }) =>
    `${scenario}：${spaced(name)}每请求 CPU 时间比${inside(platform)}少 ${share}（${from} 至 ${to}）。`,
  addsNothing: (name, platform, band, scenario) =>
    `${scenario}：${spaced(name)}每请求 CPU 时间与${inside(platform)}相当，差异在 ${band} 以内。`,
  notMeasured: '该语言的框架在首页所用的机器上没有数据。',
};
