/*
 * Starts a server and exits at its first 200. hyperfine times this as a cold start.
 *
 *   first-response start PORT SECONDS PIDFILE COMMAND...   exits 0 at the first 200 of /healthz
 *   first-response stop PIDFILE                            kills the server and waits until it is gone
 *   first-response floor PORT                              times itself: a listener that answers at once
 *
 * The server is killed by "stop", outside the timed run, so that stopping it is not timed.
 * Exit codes of "start": 0 answered, 3 the port was taken before the start, 4 the server exited first,
 * 5 out of time, 6 usage or a failed system call.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ANSWERED = 0, TAKEN = 3, ENDED = 4, LATE = 5, BROKEN = 6 };

/* Short compared with differences between starts, long enough to leave the processor to the server. */
static const long POLL_NANOSECONDS = 250 * 1000;
static const int ANSWER_MILLISECONDS = 1000;

static int fail(const char *what) {
    fprintf(stderr, "first-response: %s: %s\n", what, strerror(errno));
    return BROKEN;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void pause_for(long nanoseconds) {
    struct timespec t = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
    nanosleep(&t, NULL);
}

static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* 1: status 200; 0: anything else; -1: no listener */
static int ask(int port) {
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    struct sockaddr_in address = loopback(port);
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0) return 0;
    if (connect(s, (struct sockaddr *)&address, sizeof address) != 0) {
        int refused = errno == ECONNREFUSED;
        close(s);
        return refused ? -1 : 0;
    }
    char answer[64];
    size_t have = 0;
    if (send(s, request, sizeof request - 1, MSG_NOSIGNAL) > 0) {
        while (have < 12) {
            struct pollfd wait = { .fd = s, .events = POLLIN };
            if (poll(&wait, 1, ANSWER_MILLISECONDS) <= 0) break;
            ssize_t got = recv(s, answer + have, sizeof answer - have, 0);
            if (got <= 0) break;
            have += got;
        }
    }
    close(s);
    return have >= 12 && memcmp(answer, "HTTP/1.", 7) == 0 && memcmp(answer + 8, " 200", 4) == 0;
}

static int start(int port, double seconds, const char *pid_file, char **command) {
    if (ask(port) != -1) {
        fprintf(stderr, "first-response: port %d was taken before the start\n", port);
        return TAKEN;
    }
    pid_t server = fork();
    if (server < 0) return fail("fork");
    if (server == 0) {
        setsid();
        /* The server's output must not hold hyperfine's pipes open after this program exits. */
        if (!freopen("/dev/null", "w", stdout)) _exit(126);
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    FILE *file = fopen(pid_file, "w");
    if (!file || fprintf(file, "%d %d\n", server, port) < 0 || fclose(file) != 0) {
        kill(-server, SIGKILL);
        kill(server, SIGKILL);
        return fail(pid_file);
    }
    for (double until = now() + seconds; now() < until; pause_for(POLL_NANOSECONDS)) {
        int answered = ask(port) == 1;
        int status;
        if (waitpid(server, &status, WNOHANG) == server) {
            fprintf(stderr, "first-response: the server exited first, status %d\n", status);
            return ENDED;
        }
        if (answered) return ANSWERED;
    }
    kill(-server, SIGKILL);
    fprintf(stderr, "first-response: no 200 within %g s\n", seconds);
    return LATE;
}

/*
 * The server's session is its process group; the harness kills what left the group. Stop once the port has no
 * listener: waiting until the processes are reaped would be waiting for init, which may take its time.
 */
static int stop(const char *pid_file) {
    FILE *file = fopen(pid_file, "r");
    if (!file) return errno == ENOENT ? 0 : fail(pid_file);
    int pid = 0, port = 0;
    int read = fscanf(file, "%d %d", &pid, &port);
    fclose(file);
    unlink(pid_file);
    if (read != 2 || pid <= 1) return 0;
    for (int tries = 0; tries < 2000 && kill(-pid, SIGKILL) == 0 && ask(port) != -1; tries++) pause_for(1000000);
    return 0;
}

static int floor_of(int port) {
    struct sockaddr_in address = loopback(port);
    double began = now();
    pid_t server = fork();
    if (server < 0) return fail("fork");
    if (server == 0) {
        static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        int on = 1, s = socket(AF_INET, SOCK_STREAM, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(s, (struct sockaddr *)&address, sizeof address) != 0 || listen(s, 8) != 0) _exit(1);
        for (;;) {
            char request[256];
            int c = accept(s, NULL, NULL);
            if (c < 0) _exit(1);
            if (recv(c, request, sizeof request, 0) > 0) send(c, answer, sizeof answer - 1, MSG_NOSIGNAL);
            close(c);
        }
    }
    int answered = 0;
    for (double until = now() + 5; !answered && now() < until; ) {
        answered = ask(port) == 1;
        if (!answered) pause_for(POLL_NANOSECONDS);
    }
    double took = now() - began;
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    if (!answered) return LATE;
    printf("%.9f\n", took);
    return 0;
}

int main(int count, char **words) {
    if (count > 5 && strcmp(words[1], "start") == 0)
        return start(atoi(words[2]), atof(words[3]), words[4], words + 5);
    if (count == 3 && strcmp(words[1], "stop") == 0) return stop(words[2]);
    if (count == 3 && strcmp(words[1], "floor") == 0) return floor_of(atoi(words[2]));
    fprintf(stderr, "first-response: start PORT SECONDS PIDFILE COMMAND... | stop PIDFILE | floor PORT\n");
    return BROKEN;
}
