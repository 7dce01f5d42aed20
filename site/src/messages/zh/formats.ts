import { formatsOf } from '@pitwall/bench/words';

export const list = new Intl.ListFormat('zh-CN');
export const format = formatsOf('zh-CN', { hours: '小时', minutes: '分', seconds: '秒' });
export const either = new Intl.ListFormat('zh-CN', { type: 'disjunction' });
