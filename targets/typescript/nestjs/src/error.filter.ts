import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

/** Answers every error, a route that is not there included, with its status and message. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const code = statusOf(error);
    const message = code === 404 ? 'not found' : messageOf(error);
    this.host.httpAdapter.reply(host.switchToHttp().getResponse(), { code, message }, code);
  }
}

/** Fastify's own errors, such as that of a body which is no JSON, carry a status code. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  return (error as { statusCode?: number }).statusCode ?? 500;
}

function messageOf(error: unknown): string {
  const response = error instanceof HttpException ? error.getResponse() : error;
  const { message } = response as { message?: string | string[] };
  return [message ?? String(response)].flat().join('; ');
}
