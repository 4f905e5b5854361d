/** How the server's log is written: for programs to read, and without what people keep to themselves. */
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

/** What PostgreSQL tells of a row that it refuses: all of its values. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery']);

/** @param to absent: the process's output */
export const openLog = (level: string, to?: DestinationStream): Logger => {
  const settings: LoggerOptions = {
    level,
    redact: ['req.headers.tokenvalue', 'req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
    serializers: {
      err: (error: Error) =>
        Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !OF_THE_ROW.has(name))),
    },
  };
  return to === undefined ? pino(settings) : pino(settings, to);
};
