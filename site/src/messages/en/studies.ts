import type { StudyWords } from '../studies.ts';

/** English titles of studies that have another; all else is in the data. */
export const studies: Readonly<Record<string, StudyWords>> = {
  '2016-gin-koa-sinatra': { title: 'Throughput of the web frameworks I use' },
  '2022-springboot-actix': { title: 'A simple performance test: Spring Boot 2.x against actix-web 4.x' },
  '2023-web-pm': { title: 'Performance test report (web-pm)' },
};
