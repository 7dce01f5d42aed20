import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Plenty to compile for two seconds, then little more than sleep. It says when it is through. */
const PROGRAM = `
import java.util.function.IntUnaryOperator;
public class Busy {
  static long sink;
  static IntUnaryOperator made(int n) { return x -> { int y = x; for (int i = 0; i < 50; i++) y = y * 31 + n + i; return y; }; }
  public static void main(String[] words) throws Exception {
    long until = System.nanoTime() + 2_000_000_000L;
    for (int n = 0; System.nanoTime() < until; n++) {
      IntUnaryOperator one = made(n);
      for (int i = 0; i < 2_000; i++) sink += one.applyAsInt(i) + Integer.toString(i).hashCode();
    }
    System.out.println("through");
    System.out.flush();
    Thread.sleep(60_000);
  }
}
`;

/** Writes a program for `java`, which compiles it itself. Returns its path. */
export function writeBusyJava(folder: string): string {
  const path = join(folder, 'Busy.java');
  writeFileSync(path, PROGRAM);
  return path;
}
