/*
 * The smallest HTTP server that keeps the contract: one epoll loop a worker, nothing allocated per request, the
 * fixed bodies made once. What it reaches is what this machine, its kernel and the loader allow.
 */
#define _GNU_SOURCE
#include "bodies.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_REQUEST = 16384, MAX_EVENTS = 256, MAX_WORKERS = 1024 };

struct connection {
    int fd;
    size_t have; /* bytes of requests that are not answered yet */
    char *unsent;
    size_t unsent_length, unsent_at;
    int closing; /* nothing more is read: the connection ends with what is unsent */
    char in[MAX_REQUEST];
};

/* Shared by all workers, so that the count is one. */
static _Atomic unsigned long *count;
/* What turns of the loop took, by the thread's own clock, and how often that was asked. */
static struct {
    _Atomic unsigned long nanoseconds, samples;
} *burned;
static unsigned long burn_turns, stall_every_milliseconds, stall_milliseconds;
static int queue;

static void fail(const char *what) {
    fprintf(stderr, "epoll: %s: %s\n", what, strerror(errno));
    exit(1);
}

static const char *date_now(void) {
    static char text[64];
    static time_t last;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != last) {
        struct tm parts;
        last = now.tv_sec;
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&last, &parts));
    }
    return text;
}

/* Processor time that grows with its turns, for the calibration of the harness: see the manifest. */
static void __attribute__((noinline)) spin(unsigned long turns) {
    for (unsigned long turn = 0; turn < turns; turn++) __asm__ volatile("" : : "r"(turn));
}

/*
 * The clock costs as much as a short request: one in seventeen is enough, and no number of connections that loads have
 * divides it, so that it is not always the same place in a batch that is timed.
 */
static void burn(void) {
    enum { EACH = 17 };
    static unsigned request;
    if (request++ % EACH != 0) {
        spin(burn_turns);
        return;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    spin(burn_turns);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    atomic_fetch_add(&burned->nanoseconds, (to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec);
    atomic_fetch_add(&burned->samples, 1);
}

/* Every so often the server stops for a while, as one with a collector does: a latency that is known. */
static void stall(void) {
    static unsigned long next;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long milliseconds = now.tv_sec * 1000UL + now.tv_nsec / 1000000UL;
    if (next == 0) next = milliseconds + stall_every_milliseconds;
    if (milliseconds < next) return;
    struct timespec length = {stall_milliseconds / 1000, stall_milliseconds % 1000 * 1000000L};
    nanosleep(&length, NULL);
    next += stall_every_milliseconds;
}

static void drop(struct connection *connection) {
    close(connection->fd);
    free(connection->unsent);
    free(connection);
}

static void watch(struct connection *connection, unsigned events) {
    struct epoll_event event = {.events = events, .data.ptr = connection};
    epoll_ctl(queue, EPOLL_CTL_MOD, connection->fd, &event);
}

/* 0 where the connection is gone. What the socket does not take now is kept, and sent once it does. */
static int send_all(struct connection *connection, const char *bytes, size_t length) {
    if (connection->unsent == NULL) {
        ssize_t sent = send(connection->fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN) return 0;
        if (sent > 0) bytes += sent, length -= sent;
        if (length == 0) return 1;
    }
    size_t rest = connection->unsent_length - connection->unsent_at;
    char *all = malloc(rest + length);
    if (all == NULL) return 0;
    if (rest > 0) memcpy(all, connection->unsent + connection->unsent_at, rest);
    memcpy(all + rest, bytes, length);
    free(connection->unsent);
    connection->unsent = all;
    connection->unsent_length = rest + length;
    connection->unsent_at = 0;
    watch(connection, EPOLLIN | EPOLLOUT);
    return 1;
}

static int flush(struct connection *connection) {
    size_t rest = connection->unsent_length - connection->unsent_at;
    ssize_t sent = send(connection->fd, connection->unsent + connection->unsent_at, rest, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    connection->unsent_at += sent;
    if (connection->unsent_at < connection->unsent_length) return 1;
    free(connection->unsent);
    connection->unsent = NULL;
    connection->unsent_length = connection->unsent_at = 0;
    if (connection->closing) return 0;
    watch(connection, EPOLLIN);
    return 1;
}

static int answer(struct connection *connection, const char *status, const char *type, const char *body, size_t length) {
    static char out[512 + MAX_BODY];
    int head = snprintf(out, 512, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nDate: %s\r\n\r\n",
                        status, type, length, date_now());
    memcpy(out + head, body, length);
    return send_all(connection, out, head + length);
}

#define JSON "application/json"
#define STARTS(text) (length >= sizeof text - 1 && memcmp(request, text, sizeof text - 1) == 0)
#define FIXED(status, body) answer(connection, status, JSON, body, sizeof body - 1)

static int not_found(struct connection *connection) {
    return FIXED("404 Not Found", "{\"code\":404,\"message\":\"not found\"}");
}

static int respond(struct connection *connection, const char *request, size_t length) {
    unsigned long counted = atomic_fetch_add(count, 1) + 1;
    if (burn_turns > 0) burn();
    if (STARTS("GET /plaintext ")) return answer(connection, "200 OK", "text/plain", "Hello, World!", 13);
    if (STARTS("GET /json ")) {
        /* Put together for each request, as the contract asks. */
        char body[64];
        return answer(connection, "200 OK", JSON, body, snprintf(body, sizeof body, "{\"status\":%d,\"msg\":\"%s\"}", 1, "成功"));
    }
    if (STARTS("GET /assets/")) {
        char *end;
        unsigned long id = strtoul(request + sizeof "GET /assets/" - 1, &end, 10);
        const struct body *asset = *end == ' ' ? asset_of(id) : NULL;
        return asset ? answer(connection, "200 OK", JSON, asset->bytes, asset->length) : not_found(connection);
    }
    if (STARTS("GET /count ")) {
        char body[64];
        return answer(connection, "200 OK", JSON, body, snprintf(body, sizeof body, "{\"code\":200,\"message\":%lu}", counted));
    }
    if (burn_turns > 0 && STARTS("GET /burned ")) {
        char body[64];
        return answer(connection, "200 OK", JSON, body, snprintf(body, sizeof body, "{\"nanoseconds\":%lu,\"samples\":%lu}", burned->nanoseconds, burned->samples));
    }
    if (STARTS("GET /json-large ")) return answer(connection, "200 OK", JSON, json_large.bytes, json_large.length);
    if (STARTS("GET /error ")) return FIXED("400 Bad Request", "{\"code\":400,\"message\":\"abcd\"}");
    if (STARTS("GET /healthz ")) return answer(connection, "200 OK", "text/plain", "ok", 2);
    return not_found(connection);
}

/* Bytes after the head that belong to the request; MAX_REQUEST if there is no room for as many, or they are no number. */
static size_t body_length(const char *head, size_t length) {
    const char *found = memmem(head, length, "\r\nContent-Length: ", 18);
    if (found == NULL) found = memmem(head, length, "\r\ncontent-length: ", 18);
    if (found == NULL) return 0;
    const char *digits = found + 18;
    /* strtoul takes a sign, and a sum with what it makes of -1 would wrap around. */
    if (*digits < '0' || *digits > '9') return MAX_REQUEST;
    unsigned long bytes = strtoul(digits, NULL, 10);
    return bytes < MAX_REQUEST ? bytes : MAX_REQUEST;
}

/* 0 where the connection is to be closed. */
static int readable(struct connection *connection) {
    ssize_t got = recv(connection->fd, connection->in + connection->have, MAX_REQUEST - 1 - connection->have, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return 0;
    if (got < 0) return 1;
    connection->have += got;
    connection->in[connection->have] = 0;
    size_t at = 0;
    for (;;) {
        char *start = connection->in + at;
        char *end = memmem(start, connection->have - at, "\r\n\r\n", 4);
        if (end == NULL) break;
        size_t whole = end + 4 - start;
        whole += body_length(start, whole);
        if (whole > MAX_REQUEST - 1) return 0;
        if (whole > connection->have - at) break;
        int close_after = memmem(start, end + 4 - start, "\r\nConnection: close\r\n", 21) != NULL ||
                          memmem(start, end + 4 - start, "\r\nconnection: close\r\n", 21) != NULL;
        if (!respond(connection, start, whole)) return 0;
        at += whole;
        if (!close_after) continue;
        if (connection->unsent == NULL) return 0;
        connection->closing = 1;
        watch(connection, EPOLLOUT);
        return 1;
    }
    /* A head that does not fit is no request of the contract. */
    if (at == 0 && connection->have == MAX_REQUEST - 1) return 0;
    memmove(connection->in, connection->in + at, connection->have - at);
    connection->have -= at;
    return 1;
}

static int listen_on(const char *host, int port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (fd < 0 || inet_pton(AF_INET, host, &address.sin_addr) != 1) fail(host);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4096) != 0) fail("cannot listen");
    return fd;
}

static void work(int listener) {
    struct epoll_event events[MAX_EVENTS];
    queue = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (queue < 0 || epoll_ctl(queue, EPOLL_CTL_ADD, listener, &event) != 0) fail("epoll");
    for (;;) {
        int ready = epoll_wait(queue, events, MAX_EVENTS, -1);
        if (stall_every_milliseconds > 0) stall();
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (connection != NULL) {
                int open = !(events[index].events & (EPOLLERR | EPOLLHUP));
                if (open && (events[index].events & EPOLLOUT)) open = flush(connection);
                if (open && !connection->closing && (events[index].events & EPOLLIN)) open = readable(connection);
                if (!open) drop(connection);
                continue;
            }
            int fd, on = 1;
            while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
                setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                connection = calloc(1, sizeof *connection);
                if (connection == NULL) {
                    close(fd);
                    continue;
                }
                connection->fd = fd;
                struct epoll_event added = {.events = EPOLLIN, .data.ptr = connection};
                epoll_ctl(queue, EPOLL_CTL_ADD, fd, &added);
            }
        }
    }
}

/* In a container the first process has no default action for the signal. */
static void end(int signal) {
    (void)signal;
    _exit(0);
}

static int number(const char *name, int fallback) {
    const char *text = getenv(name);
    return text && atoi(text) > 0 ? atoi(text) : fallback;
}

int main(void) {
    const char *host = getenv("HOST") ? getenv("HOST") : "127.0.0.1";
    int port = number("PORT", 8080), workers = number("WORKERS", 1);
    stall_every_milliseconds = number("CALIBRATION_STALL_EVERY_MILLISECONDS", 0);
    stall_milliseconds = number("CALIBRATION_STALL_MILLISECONDS", 0);
    burn_turns = number("CALIBRATION_BURN_TURNS", 0);
    if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
    if (workers > MAX_WORKERS) workers = MAX_WORKERS;
    read_bodies(getenv("SHARED_DIR") ? getenv("SHARED_DIR") : "../../shared");
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    burned = mmap(NULL, sizeof *burned, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED || burned == MAP_FAILED) fail("no memory");
    signal(SIGTERM, end);
    for (int worker = 1; worker < workers; worker++) {
        pid_t child = fork();
        if (child < 0) fail("cannot fork");
        if (child == 0) {
            /* A worker does not outlive the first one. */
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            break;
        }
    }
    /* Each worker has a socket of its own, and the kernel spreads connections over them. */
    work(listen_on(host, port));
}
