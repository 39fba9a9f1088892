// CPU time of this process, and of a PostgreSQL cluster.
import { readdirSync, readFileSync } from 'node:fs';

export interface Usage {
  /** CPU time in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly bytes: number;
}

export function usageOfProcess(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, bytes: process.memoryUsage().rss };
}

/** Milliseconds in a tick of `/proc`. */
const TICK_MS = 10;

/** Returns the CPU time in milliseconds of a process and its children, also ended ones; 0 elsewhere than on Linux. */
export function cpuMsOfTree(pid: number): number {
  let ticks = 0;
  for (const id of processIds()) {
    const { parent, ownTicks, endedTicks } = readStat(id);
    if (id === pid) ticks += ownTicks + endedTicks;
    else if (parent === pid) ticks += ownTicks;
  }
  return ticks * TICK_MS;
}

interface Stat {
  readonly parent: number;
  /** Ticks of the process. */
  readonly ownTicks: number;
  /** Ticks of its children that have ended. */
  readonly endedTicks: number;
}

function readStat(pid: number): Stat {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before `)` may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem };
  } catch {
    // The process has ended.
    return { parent: 0, ownTicks: 0, endedTicks: 0 };
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
