#!/usr/bin/env perl
use Mojolicious::Lite -signatures;

use FindBin qw($Bin);
use lib "$Bin/lib";

use Mojo::Exception qw(raise);
use Mojo::File qw(path);
use Mojo::JSON qw(decode_json);
use Pitwall::Accounts;
use Pitwall::Counter;
use Pitwall::Menus;
use Pitwall::Users;

app->mode('production');

# A failure is answered, not logged.
app->log->level('fatal');

my $shared   = path($ENV{SHARED_DIR} // die "mojolicious: SHARED_DIR is not set\n");
my $sentence = $shared->child('sentence.txt')->slurp =~ s/\n+\z//r;
utf8::decode($sentence);
my $content = join "\n", ($sentence) x 100;
my %assets  = map { $_->{id} => $_ } @{decode_json $shared->child('assets.json')->slurp};

my $counter = Pitwall::Counter->new(file => "$ENV{PITWALL_SCRATCH}/requests");

helper menus    => sub { state $menus    = Pitwall::Menus->new };
helper accounts => sub { state $accounts = Pitwall::Accounts->new };
helper users    => sub { state $users    = Pitwall::Users->new };

helper 'reply.not_found' => sub ($c) {
  $c->render(json => {code => 404, message => 'not found'}, status => 404);
};

helper 'reply.exception' => sub ($c, $failure) {
  my $code    = ref $failure && $failure->isa('BadRequest') ? 400               : 500;
  my $message = ref $failure && $failure->can('message')    ? $failure->message : "$failure";
  $c->render(json => {code => $code, message => $message}, status => $code);
};

hook before_dispatch => sub { $counter->add };

get '/healthz' => {text => 'ok', format => 'txt'};

get '/plaintext' => {text => 'Hello, World!', format => 'txt'};

get '/json' => sub ($c) { $c->render(json => {status => 1, msg => "\x{6210}\x{529f}"}) };

get '/json-large' => sub ($c) {
  $c->render(json => {content => $content, size => 100, price => 10.12, vip => Mojo::JSON->true});
};

get '/error' => sub ($c) { raise 'BadRequest', 'abcd' };

get '/count' => sub ($c) { $c->render(json => {code => 200, message => $counter->total}) };

get '/assets/:id' => sub ($c) {
  my $asset = $assets{$c->param('id')} or return $c->reply->not_found;
  $c->render(json => $asset);
};

get '/menus' => sub ($c) {
  my $limit = $c->param('limit') // 11;
  raise 'BadRequest', "limit: expected a number from 1 to 11, got \"$limit\"" unless $limit =~ /^(?:[1-9]|1[01])\z/;
  $c->render(json => {status => 1, msg => 'success', data => $c->menus->first($limit)});
};

post '/accounts' => sub ($c) {
  my $body = $c->req->json;
  raise 'BadRequest', 'expected a JSON object' unless ref $body eq 'HASH';
  $c->render(json => $c->accounts->add($body), status => 201);
};

get '/accounts' => sub ($c) { $c->render(json => $c->accounts->all) };

get '/accounts/:id' => [id => qr/\d{1,18}/] => sub ($c) {
  my $account = $c->accounts->find($c->param('id')) or return $c->reply->not_found;
  $c->render(json => $account);
};

get '/users' => sub ($c) { $c->render(json => $c->users->all) };

app->start;
